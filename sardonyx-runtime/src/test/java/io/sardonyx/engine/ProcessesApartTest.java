package io.sardonyx.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.LocalChannels;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.TaskReport;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.TaskName;
import io.sardonyx.worker.WorkerPool;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups with nothing in common but a store, as if each were a process. */
@Timeout(120)
class ProcessesApartTest {

    private final Store store = Stores.open("memory:apart-" + System.nanoTime());
    private final AdminClient client = AdminClient.over(store);
    private final WorkerPool workers = new WorkerPool(2);
    private final Job job = Job.named("endless")
            .task("read", task -> task.input(Inputs.numbers()))
            .task("write", task -> task.output(Outputs.discard()))
            .path("read", "write")
            .build();

    @AfterEach
    void close() {
        client.close();
        workers.close();
        store.close();
    }

    private LoopThread<PeerGroup> process(int peers) {
        FunctionLoader functions = FunctionLoader.onClassPath();
        var processResources = new ProcessResources(
                functions,
                PluginRegistry.in(functions.loader()),
                new LocalChannels(),
                workers,
                Map.of(),
                System::nanoTime,
                InstantSource.system(),
                StateBudget.ofHeap(),
                new SplittableRandom(1)::nextLong,
                List::of,
                Secrets.none());
        var settings = GroupSettings.of(
                new ClusterParameters("apart", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED),
                peers);
        var group = new PeerGroup(
                store,
                settings,
                (life, opened) -> new GroupEngine(life, opened, processResources),
                new SplittableRandom());
        return new LoopThread<>("process", group, it -> {});
    }

    private void awaitPeers(int count) {
        while (client.replica().replica().peers().present().size() < count) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void jobOverSeveralProcessesIsKilledWithTheRemedy() throws Exception {
        try (var one = process(1);
                var other = process(1)) {
            awaitPeers(2);
            client.submit(job);
            Outcome outcome = client.await(job.id(), Duration.ofMinutes(1));
            assertThat(outcome).isInstanceOf(Outcome.Killed.class);
            assertThat(((Outcome.Killed) outcome).reason())
                    .contains("several processes", "peers start --bind", "peers start --peers 2");
            assertThat(one.failure()).isNull();
            assertThat(other.failure()).isNull();
        }
    }

    @Test
    void jobThatFitsIntoOneProcessRunsAndIsReportedOn() {
        try (var alone = process(2)) {
            awaitPeers(2);
            client.submit(job);
            List<JobReport> reports = client.reports(job.id());
            while (reports.isEmpty()) {
                LockSupport.parkNanos(10_000_000);
                reports = client.reports(job.id());
            }
            assertThat(alone.failure()).isNull();
            List<TaskReport> tasks = JobReport.together(reports);
            assertThat(tasks)
                    .extracting(TaskReport::task)
                    .containsExactlyInAnyOrder(TaskName.of("read"), TaskName.of("write"));
            assertThat(tasks).allSatisfy(task -> {
                assertThat(task.taken()).isPositive();
                assertThat(task.takenPerSecond()).isPositive();
                assertThat(task.peers()).isEqualTo(1);
            });
            client.kill(job.id(), "test", "enough");
            while (!client.reports(job.id()).isEmpty()) {
                LockSupport.parkNanos(10_000_000);
            }
        }
    }
}
