package io.sardonyx.bench.growth;

import io.sardonyx.Cluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Large segments that wait for an output that takes 2 ms for each: is what waits bounded in bytes? */
public final class SlowOutput {

    private static final int KIBIBYTES = 1_000;
    private static final long OUTPUT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final Duration LOOK = Duration.ofMillis(500);

    private SlowOutput() {}

    public static String text(long number) {
        return Long.toString(number % 10).repeat(KIBIBYTES * 1024);
    }

    /** How many were written and how many MB are live after a collection, twice a second and at the end. */
    static List<String> moments(int segments) throws InterruptedException {
        var written = new LongAdder();
        Consumer<Object> slow = segment -> {
            LockSupport.parkNanos(OUTPUT_NANOS);
            written.increment();
        };
        var moments = new ArrayList<String>();
        try (Cluster cluster = Cluster.local(3)) {
            cluster.provide("slow", slow);
            Job job = Job.named("slow")
                    .input("read", Inputs.numbers(segments))
                    .function("make", SlowOutput::text)
                    .task("write", task -> task.output(Outputs.callback("slow")).tuned(it -> it.blocking(true)))
                    .path("read", "make", "write")
                    .build();
            cluster.submit(job);
            Outcome outcome = null;
            while (outcome == null) {
                try {
                    outcome = cluster.await(job.id(), LOOK);
                } catch (TimeoutException e) {
                    moments.add(moment(written));
                }
            }
            moments.add(moment(written));
            if (!(outcome instanceof Outcome.Completed) || written.sum() != segments) {
                throw new IllegalStateException(
                        "after " + written + " segments: " + outcome + "; live MB so far: " + moments);
            }
        }
        return moments;
    }

    private static String moment(LongAdder written) {
        System.gc();
        long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return written.sum() + " " + (bytes >> 20);
    }
}
