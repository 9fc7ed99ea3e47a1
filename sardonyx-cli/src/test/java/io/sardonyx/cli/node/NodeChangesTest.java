package io.sardonyx.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.NodeState;
import io.sardonyx.claim.NodeState.Holding;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeChangesTest {

    private static final JobId JOB = JobId.of("j");

    private final List<String> told = new ArrayList<>();
    private final NodeChanges changes = new NodeChanges(event -> told.add(event.text()));

    private static NodeState state(boolean leads, int held) {
        var holdings = new ArrayList<Holding>();
        for (int i = 0; i < held; i++) {
            holdings.add(new Holding(JOB, "p" + i, 1));
        }
        return new NodeState("t", leads, holdings, Map.of(), Map.of(), null);
    }

    @Test
    void onlyWhatChangesIsTold() {
        changes.look(state(false, 0));
        changes.look(state(true, 0));
        changes.look(state(true, 2));
        changes.look(state(true, 2));
        changes.look(state(false, 1));
        assertThat(told)
                .containsExactly(
                        "leads: lists the inputs of jobs and creates their partitions",
                        "holds 2 partitions",
                        "leads no more",
                        "holds 1 partition");
    }

    @Test
    void aStoreThatIsAwayAndBackIsToldOnce() {
        var away = new NodeState("t", false, List.of(), Map.of(), Map.of(), "connection\nlost");
        changes.look(away);
        changes.look(away);
        changes.look(state(false, 0));
        assertThat(told)
                .containsExactly(
                        "the store fails, so partitions may be lost to other nodes: connection lost",
                        "the store works again");
    }

    @Test
    void aJobForWhichTheNodeIsUnfitIsToldWithTheReason() {
        var unfit = new NodeState("t", false, List.of(), Map.of(JOB, "no such method"), Map.of("d", "damaged"), null);
        changes.look(unfit);
        changes.look(unfit);
        changes.look(state(false, 0));
        changes.look(unfit);
        assertThat(told)
                .containsExactly(
                        "is unfit for job j: no such method",
                        "leaves something alone: damaged",
                        "is unfit for job j: no such method",
                        "leaves something alone: damaged");
    }
}
