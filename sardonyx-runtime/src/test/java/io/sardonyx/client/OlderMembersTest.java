package io.sardonyx.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.port.Store;
import io.sardonyx.replica.KnownFormats;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs with checkpoints in a cluster some of whose members are of an older release. */
class OlderMembersTest {

    private static final GroupId OLD = GroupId.of("old");

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final AdminClient client = AdminClient.over(store);

    @BeforeEach
    void found() {
        client.append(new FoundCluster("c", Allocation.PLANNED, JobScheduler.BALANCED, 10, "e", 2));
        client.append(new PrepareJoinCluster(OLD));
        client.append(new AddVirtualPeer(PeerId.of("p"), OLD, null, Tags.NONE));
    }

    @AfterEach
    void close() {
        client.close();
        store.close();
    }

    private static JobBuilder job(String name) {
        return Job.named(name)
                .input("in", Inputs.numbers(3))
                .output("out", Outputs.discard())
                .path("in", "out");
    }

    @Test
    void jobWithCheckpointsIsRefusedByTheNamesOfOldMembersAndNothingIsStored() {
        Job job = job("cut").checkpoint(Duration.ofSeconds(1)).build();
        BadJob bad = catchThrowableOfType(BadJob.class, () -> client.submit(job));
        assertThat(bad.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.toString())
                        .startsWith("checkpoint: needs format 3 of the log, but this cluster writes format 2")
                        .contains("old; replace these processes"));
        assertThat(store.documents().names("").toCompletableFuture().join()).isEmpty();
        assertThat(client.submit(job("plain").build()).verdict()).isEqualTo(Receipt.Verdict.DONE);
    }

    @Test
    void itIsTakenOnceTheFormatHasRisen() {
        client.append(new LeaveCluster(PeerId.of("p")));
        Tags newer = KnownFormats.announced(Tags.NONE, 3, 2);
        client.append(new AddVirtualPeer(PeerId.of("q"), OLD, null, newer));
        client.append(new RaiseFormat(3));
        Job job = job("cut").checkpoint(Duration.ofSeconds(1)).build();
        assertThat(client.submit(job).verdict()).isEqualTo(Receipt.Verdict.DONE);
    }
}
