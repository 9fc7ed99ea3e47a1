package io.sardonyx.bench.start;

import io.sardonyx.Cluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.examples.Words;
import io.sardonyx.job.Job;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The same job again and again in a cluster inside this process. */
final class WarmSubmits {

    static final int RUNS = 50;

    private static final int WARM_UPS = 20;
    private static final int PEERS = 4;

    private WarmSubmits() {}

    /** From submitting to the first result, of each job after those to warm up. */
    static double[] millis() throws InterruptedException {
        double[] millis = new double[RUNS];
        try (Cluster cluster = Cluster.local(PEERS)) {
            for (int i = -WARM_UPS; i < RUNS; i++) {
                double taken = millis(cluster, i + WARM_UPS);
                if (i >= 0) {
                    millis[i] = taken;
                }
            }
        }
        return millis;
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
