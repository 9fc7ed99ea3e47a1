package io.sardonyx.bench.growth;

import io.sardonyx.Cluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Param;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Segments of so many bytes, each made anew, within one process. */
public final class Sized implements Work {

    private static final String HERE = "io.sardonyx.bench.growth.Sized::";

    private static final long FEW = 500_000;
    private static final long FEW_BYTES = 64 << 20;

    private final int bytes;
    private final Cluster cluster = Cluster.local(3);
    private int submitted;

    Sized(int bytes) {
        this.bytes = bytes;
    }

    /** An array of some bytes that begins with the number; at least eight. */
    public static byte[] array(long number, @Param("bytes") int bytes) {
        return ByteBuffer.allocate(bytes).putLong(number).array();
    }

    @Override
    public long fewInputs() {
        return Math.max(1, Math.min(FEW, FEW_BYTES / bytes));
    }

    @Override
    public long run(long inputs) throws InterruptedException {
        var count = new LongAdder();
        var sum = new LongAdder();
        Consumer<Object> adding = segment -> {
            count.add(((byte[]) segment).length);
            sum.add(ByteBuffer.wrap((byte[]) segment).getLong());
        };
        cluster.provide("adding", adding);
        cluster.run(Job.named("sized-" + submitted++)
                .input("read", Inputs.numbers(inputs))
                .function("make", Call.to(HERE + "array").with("bytes", bytes))
                .task("add", task -> task.output(Outputs.callback("adding")).peers(1))
                .path("read", "make", "add")
                .build());
        if (count.sum() != inputs * bytes || sum.sum() != inputs * (inputs - 1) / 2) {
            throw new IllegalStateException(count + " bytes of " + inputs + " segments came out, sum " + sum);
        }
        return inputs;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
