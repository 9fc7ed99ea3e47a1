package io.sardonyx.bench.start;

import io.sardonyx.Cluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.examples.Words;
import io.sardonyx.job.Job;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The same job again and again in a cluster inside this process. */
final class WarmSubmits {

    /** A process is not warm before. */
    static final int FIRST = 2;

    static final int LAST = 30;

    private static final int RUNS = 200;
    private static final int PEERS = 4;

    /** Milliseconds from submitting to the first result: of jobs 2 to 30 of a process, and of the last hundred. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Series(double[] early, double[] late) {}

    private WarmSubmits() {}

    static Series series() throws InterruptedException {
        double[] millis = new double[RUNS];
        try (Cluster cluster = Cluster.local(PEERS)) {
            for (int i = 0; i < RUNS; i++) {
                millis[i] = millis(cluster, i);
            }
        }
        return new Series(Arrays.copyOfRange(millis, FIRST - 1, LAST), Arrays.copyOfRange(millis, RUNS / 2, RUNS));
    }

    private static double millis(Cluster cluster, int number) throws InterruptedException {
        var first = new CompletableFuture<Long>();
        Consumer<Object> results = result -> first.complete(System.nanoTime());
        cluster.provide("results", results);
        Job job = Job.named("job-" + number)
                .input("read", Inputs.items("the quick brown fox"))
                .function("split", Words::split)
                .output("write", Outputs.callback("results"))
                .path("read", "split", "write")
                .build();
        long before = System.nanoTime();
        cluster.run(job);
        return (first.join() - before) / 1e6;
    }
}
