package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
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

import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerDutiesTest {

    private static final PeerDuties NONE = new PeerDuties(List.of(), List.of(), List.of(), List.of(), List.of());

    private final List<PeerId> own = List.of(peer("p"), peer("q"));
    private final Roster open = planned(sequential("s", 0), concurrent("c", 1));

    @Test
    void peerThatTheRosterDoesNotKnowRegistersOnce() {
        assertThat(PeerDuties.of(open, own).births()).containsExactly(new Born(peer("p")), new Born(peer("q")));
        assertThat(PeerDuties.of(idle(open, "p", "q"), own)).isEqualTo(NONE);
    }

    @Test
    void othersPeersAreTheirBusiness() {
        var roster = at(idle(open, "p", "q"), "stranger", PeerState.ACKING, post("c"));
        roster = gone(roster, "dead", PeerState.DEAD, RosterPeer.Notice.NONE);
        assertThat(PeerDuties.of(roster, own)).isEqualTo(NONE);
    }

    @Test
    void offerIsAnsweredAndNotYetWorkedAt() {
        var duties = PeerDuties.of(at(idle(open, "q"), "p", PeerState.ACKING, post("c")), own);
        assertThat(duties.acks()).containsExactly(new Ack(peer("p"), post("c")));
        assertThat(duties.work()).isEmpty();
    }

    @Test
    void workIsDoneFromTheAckUntilTheTaskIsSealed() {
        for (PeerState state : List.of(PeerState.ACTIVE, PeerState.SEALING)) {
            var roster = at(at(open, "stranger", PeerState.ACTIVE, post("c")), "p", state, post("c"));
            var duties = PeerDuties.of(idle(roster, "q"), own);
            assertThat(duties.acks()).isEmpty();
            assertThat(duties.work()).containsExactly(new PeerDuties.Posting(peer("p"), post("c"), 1));
            assertThat(duties.seals()).isEmpty();
            assertThat(PeerDuties.of(idle(roster, "p", "q"), own)).isEqualTo(NONE);
        }
    }

    @Test
    void whoWaitsForOthersToDrainTheTaskLeavesItsQueuesToThem() {
        var roster = at(at(open, "stranger", PeerState.ACTIVE, post("c")), "p", PeerState.WAITING, post("c"));
        assertThat(PeerDuties.of(idle(roster, "q"), own)).isEqualTo(NONE);
    }

    @Test
    void onlyTheSealerWhoWasToldSoSeals() {
        var drained = at(idle(open, "q"), "p", PeerState.SEALING, post("s"));
        assertThat(PeerDuties.of(drained, own).seals()).isEmpty();
        var told = after(drained, new Seal(peer("p"), post("s")));
        assertThat(PeerDuties.of(told, own).seals()).containsExactly(new PeerDuties.Posting(peer("p"), post("s"), 0));
        var waiting = at(at(open, "q", PeerState.ACTIVE, post("c")), "p", PeerState.WAITING, post("c"));
        assertThat(PeerDuties.of(after(waiting, new Seal(peer("p"), post("c"))), own)
                        .seals())
                .isEmpty();
    }

    @Test
    void onePeerGivesUpItsTaskForAnEarlierOneThatHasNobody() {
        var behind = at(open, "p", PeerState.ACTIVE, post("c"));
        var both = at(behind, "q", PeerState.ACTIVE, post("c"));
        assertThat(PeerDuties.of(both, own).stops()).containsExactly(peer("q"));
        assertThat(PeerDuties.of(both, own).work()).containsExactly(new PeerDuties.Posting(peer("p"), post("c"), 0));
        assertThat(PeerDuties.of(idle(behind, "q"), own).stops())
                .as("an idle peer is offered it")
                .isEmpty();
        assertThat(PeerDuties.of(at(behind, "q", PeerState.ACKING, post("s")), own)
                        .stops())
                .isEmpty();
        var ahead = at(open, "p", PeerState.ACTIVE, post("s"));
        assertThat(PeerDuties.of(ahead, own).stops()).isEmpty();
        var unfit = after(idle(behind, "q"), new Unfit(peer("q"), JOB));
        assertThat(PeerDuties.of(unfit, own).stops()).containsExactly(peer("p"));
    }

    @Test
    void whoWasRevokedOrDeclaredDeadStops() {
        var roster = gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.NONE);
        roster = gone(roster, "q", PeerState.DEAD, RosterPeer.Notice.SHUT_DOWN);
        assertThat(PeerDuties.of(roster, own))
                .isEqualTo(new PeerDuties(List.of(), List.of(), List.of(), List.of(), own));
        var diedSealing = after(at(idle(open, "q"), "p", PeerState.SEALING, post("s")), new Death(peer("p")));
        assertThat(PeerDuties.of(diedSealing, own).work()).isEmpty();
        assertThat(PeerDuties.of(diedSealing, own).stops()).containsExactly(peer("p"));
    }

    @Test
    void workEndsWhenTheJobIsWithdrawn() {
        var working = at(idle(open, "q"), "p", PeerState.ACTIVE, post("s"));
        assertThat(PeerDuties.of(after(working, new Withdraw(JOB)), own)).isEqualTo(NONE);
    }

    @Test
    void postingNamesItsAssignmentAndItsEvents() {
        var posting = new PeerDuties.Posting(peer("p"), post("c", 2), 3);
        assertThat(posting.assignment()).isEqualTo(new Assignment(peer("p"), JOB, TaskName.of("c"), 3));
        assertThat(posting.drained()).isEqualTo(new Exhaust(peer("p"), post("c", 2)));
        assertThat(posting.sealed(3)).isEqualTo(new Complete(peer("p"), post("c", 2), 3));
    }
}
