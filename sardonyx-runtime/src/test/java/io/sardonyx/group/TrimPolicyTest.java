package io.sardonyx.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.Gc;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the log is trimmed, and which entries do not count. */
class TrimPolicyTest {

    private static final GroupId SELF = GroupId.of("a");
    private static final int EVERY = 10;

    private final TrimPolicy policy = new TrimPolicy(
            SELF, GroupSettings.of(ClusterParameters.UNFOUNDED, 1).trimming(EVERY, Duration.ofHours(1)));
    private Replica replica = Replica.EMPTY;
    private long position = -1;

    private void read(Command command) {
        Entry<Replica> entry = Entry.anonymous(++position, command);
        Change<Replica> change = replica.change(entry);
        replica = change.after();
        policy.read(entry, change);
    }

    private void checkpoints(int from, int to) {
        for (int n = from; n <= to; n++) {
            read(new CompleteCheckpoint(JobId.of("j"), Run.NEVER_PLACED, n, "m", false, SortedTable.empty()));
        }
    }

    private void begin() {
        read(new PrepareJoinCluster(SELF));
        Job job = Job.named("j")
                .checkpoint(Duration.ofSeconds(1))
                .input("in", Inputs.numbers())
                .output("out", Outputs.discard())
                .path("in", "out")
                .build();
        read(new SubmitJob(Outline.of(job, "")));
    }

    private boolean isDue() {
        return policy.isDue(0, replica, position);
    }

    @Test
    void supersededCheckpointsDoNotCount() {
        begin();
        checkpoints(1, 1_000);
        assertThat(isDue()).isFalse();
        for (int i = 0; i < EVERY; i++) {
            read(new PrepareJoinCluster(SELF));
        }
        assertThat(isDue()).isTrue();
    }

    @Test
    void otherEntriesCount() {
        begin();
        for (int i = 0; i < EVERY; i++) {
            read(new CompleteCheckpoint(JobId.of("unknown"), 0, i + 1, "m", false, SortedTable.empty()));
        }
        assertThat(isDue()).isTrue();
    }

    @Test
    void theyCountAgainBeyondAHundredThousand() {
        begin();
        checkpoints(1, 100_000 + EVERY);
        assertThat(isDue()).isTrue();
    }

    @Test
    void aTrimBeginsTheCountAnew() {
        begin();
        checkpoints(1, 50);
        read(new Gc(SELF));
        checkpoints(51, 60);
        assertThat(isDue()).isFalse();
        for (int i = 0; i < EVERY; i++) {
            read(new PrepareJoinCluster(SELF));
        }
        assertThat(isDue()).isTrue();
    }
}
