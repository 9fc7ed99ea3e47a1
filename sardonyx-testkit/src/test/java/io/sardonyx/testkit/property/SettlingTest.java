package io.sardonyx.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.duty.Duties;
import io.sardonyx.job.Allocation;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.Property;
import io.sardonyx.testkit.generate.SettledHistory;
import io.sardonyx.value.GroupId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When nothing more happens to groups that follow the rules, they come to rest where they should. */
class SettlingTest extends Claims {

    private void forAllSettled(Property.Check<SettledHistory> check) {
        Property.forAll(AnyHistory.settled(200)).runs(runs(1000)).check(check);
    }

    @Test
    void everybodyFallsSilent() {
        forAllSettled(settled -> assertThat(settled.quiet()).isTrue());
    }

    @Test
    void allTheLivingAreMembersAndNobodyElseIs() {
        forAllSettled(settled -> {
            var ring = settled.history().replica().ring();
            assertThat(ring.members().keys()).containsExactlyInAnyOrderElementsOf(settled.living());
            assertThat(ring.joining().keys()).isEmpty();
        });
    }

    @Test
    void nothingIsOwedAndEverybodyIsWatchedByOne() {
        forAllSettled(settled -> {
            Replica replica = settled.history().replica();
            for (GroupId group : settled.living()) {
                Duties duties = Duties.of(replica, group);
                assertThat(duties.owed()).isEmpty();
                assertThat(duties.evicted()).isFalse();
                List<GroupId> watchers = settled.living().stream()
                        .filter(other -> Duties.of(replica, other).watches().contains(group))
                        .toList();
                assertThat(watchers).hasSize(settled.living().size() > 1 ? 1 : 0);
            }
        });
    }

    @Test
    void noPeerIsLeftAnOrphanOfALivingGroup() {
        forAllSettled(settled -> {
            var peers = settled.history().replica().peers();
            assertThat(settled.living())
                    .allSatisfy(group -> assertThat(peers.orphansOf(group)).isEmpty());
        });
    }

    @Test
    void volunteersComeToRestAtTheirShares() {
        forAllSettled(settled -> {
            Replica replica = settled.history().replica();
            if (replica.cluster().allocation() == Allocation.VOLUNTEERED) {
                assertThat(replica.volunteering().released())
                        .as("released, though nowhere to go")
                        .allSatisfy(id -> {
                            var peer = replica.peers().present().get(id);
                            assertThat(replica.volunteering().targetOf(peer.assignment(), peer.tags()))
                                    .isNull();
                        });
                assertThat(replica.peers().present().values())
                        .filteredOn(peer -> peer.assignment() == null)
                        .allSatisfy(peer -> assertThat(replica.volunteering().targetOf(null, peer.tags()))
                                .isNull());
            }
        });
    }

    @Test
    void restIsReachedInAFewEntriesForEachGroupAndPeer() {
        forAllSettled(settled -> {
            Replica replica = settled.history().replica();
            int entries = settled.history().entries().size() - settled.calmAt();
            int peers = replica.peers().present().size();
            assertThat(entries).isLessThan(60 + 12 * settled.living().size() + 20 * peers);
        });
    }
}
