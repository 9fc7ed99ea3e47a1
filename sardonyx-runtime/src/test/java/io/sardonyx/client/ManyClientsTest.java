package io.sardonyx.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that come to one directory all at once wait for each other, and each is served. */
class ManyClientsTest {

    private static final int CLIENTS = 50;
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private static Job job(int number) {
        return Job.named("job-" + number)
                .input("in", Call.to("lines"))
                .output("out", Call.to("stdout"))
                .path("in", "out")
                .build();
    }

    @Test
    void fiftyAtOnceSubmitAndSeeTheirJobs() throws Exception {
        String address = "file:" + directory.resolve("store");
        var joined = new CompletableFuture<Boolean>();
        var parameters = new ClusterParameters(
                "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        var threads = Executors.newFixedThreadPool(CLIENTS);
        try (Store store = Stores.open(address);
                var process = new LoopThread<>(
                        "tested",
                        new PeerGroup(store, GroupSettings.of(parameters, 2), new SplittableRandom(7)),
                        group -> {
                            if (group.isSettled()) {
                                joined.complete(true);
                            }
                        })) {
            joined.get(LONG.toSeconds(), TimeUnit.SECONDS);
            var answers = new ArrayList<Future<Verdict>>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                answers.add(threads.submit(() -> submit(address, number)));
            }
            for (Future<Verdict> answer : answers) {
                assertThat(answer.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Verdict.DONE);
            }
            assertThat(process.failure()).isNull();
        } finally {
            threads.shutdownNow();
        }
    }

    private static Verdict submit(String address, int number) {
        try (Client client = Client.connect(address, LONG)) {
            Receipt receipt = client.submit(job(number));
            assertThat(client.jobs()).extracting(status -> status.job().text()).contains("job-" + number);
            return receipt.verdict();
        }
    }
}
