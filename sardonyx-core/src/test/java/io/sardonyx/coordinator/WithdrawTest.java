package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.change;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.known;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.sequential;
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import org.junit.jupiter.api.Test;

class WithdrawTest {

    private final Withdraw withdraw = new Withdraw(JOB);
    private final Roster open = planned(sequential("s", 0), concurrent("c", 1));

    @Test
    void peersOfTheJobAreIdleWhateverTheyDidAndTheJobIsForgotten() {
        for (PeerState state : PeerState.values()) {
            if (state.isAtTask()) {
                var before = at(at(open, "p", state, post("s")), "q", PeerState.ACTIVE, post("c"));
                var after = after(before, withdraw);
                assertThat(known(after, "p")).isEqualTo(RosterPeer.IDLE);
                assertThat(known(after, "q")).isEqualTo(RosterPeer.IDLE);
                assertThat(after.idle()).containsExactly(peer("p"), peer("q"));
                assertThat(after.jobs().has(JOB)).isFalse();
                assertThat(after.finished().keys()).isEmpty();
                assertThat(RosterInvariants.brokenBy(change(before, withdraw))).isEmpty();
            }
        }
    }

    @Test
    void otherJobsAndTheirPeersGoOn() {
        var other = new Post(JobId.of("other"), TaskName.of("s"), 0);
        var before = at(planned(open, "other", sequential("s", 0)), "p", PeerState.ACTIVE, other);
        var after = after(before, withdraw);
        assertThat(state(after, "p")).isEqualTo(PeerState.ACTIVE);
        assertThat(after.jobs().keys()).containsExactly(JobId.of("other"));
    }

    @Test
    void freedPeersAreOfferedOtherWork() {
        var before = planned(at(open, "p", PeerState.ACTIVE, post("c")), "other", sequential("u", 0));
        assertThat(followUps(before, withdraw))
                .containsExactly(new Offer(peer("p"), new Post(JobId.of("other"), TaskName.of("u"), 0)));
    }

    @Test
    void nothingSaidAboutItLaterIsHeard() {
        var before = at(at(open, "p", PeerState.SEALING, post("s")), "q", PeerState.ACKING, post("c"));
        var after = after(before, withdraw);
        for (Event late : new Event[] {
            new Complete(peer("p"), post("s")),
            new Seal(peer("p"), post("s")),
            new Ack(peer("q"), post("c")),
            new Revoke(peer("q"), post("c")),
            new Exhaust(peer("q"), post("c")),
            new Offer(peer("q"), post("c")),
            new Unfit(peer("q"), JOB)
        }) {
            assertThat(after(after, late)).as("%s", late).isSameAs(after);
        }
    }

    @Test
    void whoDiedSealingStaysDeadAndIsNotBelieved() {
        var dead = after(at(open, "p", PeerState.SEALING, post("s")), new Death(peer("p")), withdraw);
        assertThat(state(dead, "p")).isEqualTo(PeerState.DEAD);
        assertThat(after(dead, new Complete(peer("p"), post("s")))).isSameAs(dead);
    }

    @Test
    void finishedAndUnknownJobsAreNotWithdrawn() {
        var finished = after(
                at(planned(concurrent("t", 0)), "p", PeerState.SEALING, post("t")), new Complete(peer("p"), post("t")));
        assertRefused(finished);
        assertRefused(idle(Roster.EMPTY, "p"));
        assertRefused(after(open, withdraw));
    }

    private void assertRefused(Roster before) {
        assertThat(after(before, withdraw)).isSameAs(before);
        assertThat(followUps(before, withdraw)).isEmpty();
    }
}
