package io.sardonyx.bench.own;

import io.sardonyx.Cluster;
import io.sardonyx.bench.idle.IdleEngine;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Our own engine with many jobs of three tasks each. */
public final class IdleSardonyx implements IdleEngine {

    private static final int TASKS = 3;

    private @Nullable Cluster cluster;

    public static long next(long number) {
        return number + 1;
    }

    @Override
    public String name() {
        return "sardonyx";
    }

    @Override
    public void open(int jobs) {
        cluster = Cluster.local(TASKS * jobs);
    }

    @Override
    public void submit(int number, long perSecond, Runnable counting) {
        if (cluster == null) {
            throw new IllegalStateException("not open");
        }
        Call source = perSecond == 0
                ? Call.to("generator").with("rate", 1e-6)
                : Call.to("generator").with("rate", perSecond);
        cluster.provide("counting", (Consumer<Object>) segment -> counting.run());
        cluster.submit(Job.named("idle-" + number)
                .input("read", source)
                .function("next", IdleSardonyx::next)
                .output("write", Outputs.callback("counting"))
                .path("read", "next", "write")
                .build());
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
    }
}
