package io.sardonyx.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.ClusterHealth;
import io.sardonyx.client.admin.ClusterSnapshot;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.JobStore;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Extent;
import io.sardonyx.port.Broker;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.Store;
import io.sardonyx.queue.BrokerList;
import io.sardonyx.queue.Brokers;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.store.Stores;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What doctor and top tell of brokers and queues, of a queued job that nobody runs. */
class BrokerFindingsTest {

    private static final JobId WORDS = JobId.of("words");
    private static final TaskName WRITE = TaskName.of("write");

    private final Job job = Job.named("words")
            .delivery(Delivery.QUEUED)
            .input("read", Inputs.items("a"))
            .output("write", Outputs.discard())
            .path("read", "write")
            .build();
    private final Store store = Stores.open("memory:broker-findings");
    private final List<Broker> own = Brokers.open("memory:own-broker");
    private final List<Broker> other = Brokers.open("memory:other-broker");
    private Replica replica = Replica.EMPTY;

    @BeforeEach
    void submit() {
        answer(new JobStore(store.documents()).write(JobStore.content(job)));
        replica = new SubmitJob(JobStore.outline(job))
                .apply(ReplicaView.read("{\"epoch\": \"e\"}".getBytes(UTF_8)).replica(), 1);
        assertThat(answer(BrokerList.mismatch(own, store.documents()))).isNull();
    }

    @AfterEach
    void close() {
        own.forEach(Broker::close);
        other.forEach(Broker::close);
        store.close();
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private BrokerFindings findings(List<Broker> brokers) {
        return answer(BrokerFindings.of(replica, store.documents(), brokers));
    }

    @Test
    void messagesThatNobodyReadsAreNoted() {
        var queues = new JobQueues("e", job);
        Broker broker = own.get(0);
        answer(broker.declare(queues.around(WRITE)));
        assertThat(findings(own).notes()).isEmpty();
        try (var session = broker.open(List.of(), () -> {})) {
            answer(session.commit(
                    List.of(),
                    IntStream.range(0, 3)
                            .mapToObj(i ->
                                    new OutgoingMessage(queues.readBy(WRITE).get(0), new byte[1]))
                            .toList()));
        }
        BrokerFindings found = findings(own);
        assertThat(found.faults()).isEmpty();
        assertThat(found.known()).singleElement().asString().startsWith("memory:own-broker");
        assertThat(found.notes()).containsExactly("job words: 3 messages wait for task write, which has no peer");
    }

    @Test
    void brokersThatAreAwayOrOfAnotherClusterAreFaults() {
        assertThat(findings(List.of()).faults()).isEmpty();
        assertThat(findings(own).faults()).isEmpty();
        assertThat(findings(other).faults())
                .singleElement()
                .asString()
                .contains("has the brokers memory:other-broker", "those of its cluster are memory:own-broker");
        other.forEach(Broker::close);
        assertThat(findings(other).faults()).singleElement().asString().contains("memory:other-broker");
        var health = new ClusterHealth(new ReplicaView(replica, 1), List.of(), List.of(), List.of(), 0);
        assertThat(Diagnosis.of(health, List.of(), Map.of(), findings(own), 0).isWell())
                .isTrue();
        assertThat(Diagnosis.of(health, List.of(), Map.of(), findings(other), 0).isWell())
                .isFalse();
    }

    @Test
    void redeliveriesAreNotedAndTheViewShowsDepths() {
        var report = new TaskReport(
                WRITE,
                2,
                100,
                100,
                1,
                0,
                7,
                3,
                0,
                0,
                Extent.NONE,
                false,
                false,
                null,
                false,
                new QueueFigures(9, 8, 5, 0),
                CheckpointFigures.NONE,
                List.of());
        var reports = Map.of(WORDS, List.of(new JobReport(0, List.of(report))));
        assertThat(findings(own).withReports(reports, 0).notes())
                .singleElement()
                .asString()
                .startsWith("job words: 5 messages came again to task write: ");
        var overview = ClusterOverview.of(new ClusterSnapshot(new ReplicaView(replica, 1), Set.of(), reports), 0);
        ClusterOverview.JobLoad load = overview.jobs().get(0);
        assertThat(load.open()).isEqualTo(9);
        assertThat(load.again()).isEqualTo(5);
    }
}
