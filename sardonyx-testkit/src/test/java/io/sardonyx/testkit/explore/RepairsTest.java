package io.sardonyx.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.log.Step;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker is known to see: each repair of the membership protocol, taken out, leads to a story that ends badly. */
class RepairsTest {

    private static final int GROUPS = 3;

    @Test
    void withoutTheJoinersWatchOnItsObserverAJoinCanWaitForTheDead() {
        var report = Explorer.explore(
                new RingModel(GROUPS) {
                    @Override
                    public int watches(Replica state, int actor, int pulses) {
                        Joining joining = state.ring().joining().get(actors().get(actor));
                        int all = super.watches(state, actor, pulses);
                        return joining == null ? all : all & ~(1 << actors().indexOf(joining.observer()));
                    }
                },
                new FaultBounds(1, 0, 0, 2));
        assertThat(report.story()).as(report.toString()).isPresent();
        assertThat(report.story().get().verdict()).contains("no healthy situation can be reached");
    }

    @Test
    void withoutAnOutsidersWatchOnAMemberAClusterThatDiedUnseenStaysDead() {
        var report = Explorer.explore(
                new RingModel(GROUPS) {
                    @Override
                    public int watches(Replica state, int actor, int pulses) {
                        return state.ring().knows(actors().get(actor)) ? super.watches(state, actor, pulses) : 0;
                    }
                },
                new FaultBounds(2, 0, 0, 2));
        assertThat(report.story()).as(report.toString()).isPresent();
        assertThat(report.story().get().verdict()).contains("no healthy situation can be reached");
    }

    @Test
    void withoutSelfEvictionALoneMemberThatLostItsSessionIsToldByNobody() {
        var report = Explorer.explore(
                new RingModel(GROUPS) {
                    @Override
                    public boolean noticesItsOwnLoss() {
                        return false;
                    }
                },
                new FaultBounds(0, 1, 0, 2));
        assertThat(report.story()).as(report.toString()).isPresent();
        assertThat(report.story().get().steps()).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void withoutDutiesALostAppendIsNeverMadeGood() {
        var report = Explorer.explore(
                new RingModel(GROUPS) {
                    @Override
                    public List<? extends Step<Replica>> owed(Replica state, int actor, int pulses) {
                        boolean outside = !state.ring().knows(actors().get(actor));
                        return outside ? super.owed(state, actor, pulses) : List.of();
                    }
                },
                new FaultBounds(0, 0, 1, 2));
        assertThat(report.story()).as(report.toString()).isPresent();
    }

    /**
     * The exclusion of an observer's predecessor only spares needless aborts: the target is taken from the ring at
     * acceptance, so nothing breaks without it.
     */
    @Test
    void theExclusionOfAPredecessorIsNotLoadBearing() {
        var report = Explorer.explore(
                new RingModel(GROUPS) {
                    @Override
                    public List<? extends Step<Replica>> owed(Replica state, int actor, int pulses) {
                        GroupId self = actors().get(actor);
                        boolean outside =
                                !state.ring().knows(self) && !state.ring().hasLeft(self);
                        return outside && !unoccupied(state).isEmpty()
                                ? List.of(new PrepareBehindAnybody(self))
                                : super.owed(state, actor, pulses);
                    }
                },
                new FaultBounds(2, 0, 1, 2));
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private static List<GroupId> unoccupied(Replica state) {
        var members = new ArrayList<GroupId>(state.ring().members().keys().inOrder());
        members.removeIf(member -> !state.ring().joinersOf(member).isEmpty());
        return members;
    }

    private record PrepareBehindAnybody(GroupId joiner) implements Step<Replica> {

        @Override
        public Replica apply(Replica before, long position) {
            var real = new PrepareJoinCluster(joiner);
            var free = unoccupied(before);
            boolean asks = !before.ring().knows(joiner) && !before.ring().hasLeft(joiner);
            return asks && !free.isEmpty()
                    ? before.with(before.ring().prepare(free.get((int) (position % free.size())), joiner))
                    : real.apply(before, position);
        }

        @Override
        public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
            return new PrepareJoinCluster(joiner).reactions(change, self);
        }
    }
}
