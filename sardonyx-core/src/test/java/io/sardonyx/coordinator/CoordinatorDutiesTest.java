package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.sequential;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoordinatorDutiesTest {

    private final Roster open = planned(concurrent("t", 0));

    @Test
    void nothingIsOwedForNothing() {
        assertThat(CoordinatorDuties.of(Roster.EMPTY).owed()).isEmpty();
    }

    @Test
    void everybodyWhoIsNotDeadIsWatched() {
        var roster = gone(
                gone(idle(open, "p"), "r", PeerState.REVOKED, RosterPeer.Notice.NONE),
                "d",
                PeerState.DEAD,
                RosterPeer.Notice.NONE);
        assertThat(CoordinatorDuties.of(roster).watches()).containsExactly(peer("p"), peer("r"));
    }

    @Test
    void timerRunsForEveryAckingPeerAndStopsWithTheAck() {
        var acking = at(open, "p", PeerState.ACKING, post("t"));
        assertThat(CoordinatorDuties.of(acking).timers()).containsExactly(new Revoke(peer("p"), post("t")));
        assertThat(CoordinatorDuties.of(acking).owed()).isEmpty();
        var active = after(acking, new Ack(peer("p"), post("t")));
        assertThat(CoordinatorDuties.of(active).timers()).isEmpty();
    }

    @Test
    void licencesOfTheRevokedAndTheDeadAreWithdrawnBeforeAnythingElse() {
        var roster = gone(open, "d", PeerState.DEAD, RosterPeer.Notice.NONE);
        roster = gone(roster, "r", PeerState.REVOKED, RosterPeer.Notice.NONE);
        roster = gone(roster, "e", PeerState.REVOKED, RosterPeer.Notice.EVICTED);
        roster = gone(roster, "s", PeerState.DEAD, RosterPeer.Notice.SHUT_DOWN);
        assertThat(CoordinatorDuties.of(idle(roster, "p")).owed())
                .containsExactly(
                        new Evict(peer("d")),
                        new Evict(peer("r")),
                        new Shutdown(peer("e")),
                        new Offer(peer("p"), post("t")));
    }

    @Test
    void whoDrainedItsTaskIsOwedAnAnswerOnce() {
        var roster = at(at(open, "p", PeerState.WAITING, post("t")), "q", PeerState.SEALING, post("t"));
        var owed = CoordinatorDuties.of(roster).owed();
        assertThat(owed).containsExactly(new Seal(peer("p"), post("t")), new Seal(peer("q"), post("t")));
        assertThat(CoordinatorDuties.of(after(roster, owed.toArray(Event[]::new)))
                        .owed())
                .isEmpty();
    }

    @Test
    void offersAreTheNextRound() {
        var roster = idle(planned(sequential("a", 0), concurrent("b", 1)), "p", "q", "r", "s");
        assertThat(CoordinatorDuties.of(roster).offers()).isEqualTo(Offers.next(roster));
    }

    @Test
    void dutiesDoneAreNoLongerOwed() {
        var roster = idle(gone(open, "d", PeerState.DEAD, RosterPeer.Notice.NONE), "p", "q", "r");
        for (int round = 0; round < 3; round++) {
            roster = after(roster, CoordinatorDuties.of(roster).owed().toArray(Event[]::new));
        }
        assertThat(CoordinatorDuties.of(roster).owed()).isEmpty();
        assertThat(roster.idle()).isEmpty();
    }
}
