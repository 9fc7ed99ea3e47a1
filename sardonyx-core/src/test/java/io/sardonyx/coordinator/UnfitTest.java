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

class UnfitTest {

    private final Unfit unfit = new Unfit(peer("p"), JOB);
    private final Roster open = planned(sequential("s", 0), concurrent("c", 1));

    @Test
    void idlePeerStaysIdleAndIsNotOfferedTheJob() {
        var before = idle(open, "p");
        var after = after(before, unfit);
        assertThat(known(after, "p")).isEqualTo(RosterPeer.IDLE);
        assertThat(after(after, new Offer(peer("p"), post("s")))).isSameAs(after);
        assertThat(followUps(before, unfit)).isEmpty();
    }

    @Test
    void peerThatWasOfferedTheJobIsIdleAndSomebodyElseIsAsked() {
        var before = idle(at(open, "p", PeerState.ACKING, post("s")), "q");
        var after = after(before, unfit);
        assertThat(known(after, "p")).isEqualTo(RosterPeer.IDLE);
        assertThat(after.post(JOB, TaskName.of("s"))).isEqualTo(post("s", 1));
        assertThat(followUps(before, unfit)).containsExactly(new Offer(peer("q"), post("s", 1)));
        assertThat(RosterInvariants.brokenBy(change(before, unfit))).isEmpty();
        assertThat(CoordinatorDuties.of(after).timers()).isEmpty();
    }

    @Test
    void whoeverWaitedForItAloneIsIdle() {
        var before = at(at(open, "p", PeerState.ACTIVE, post("c")), "q", PeerState.WAITING, post("c"));
        assertThat(state(after(before, unfit), "q")).isEqualTo(PeerState.IDLE);
    }

    @Test
    void peerAtAnotherJobGoesOn() {
        var before = at(planned(open, "other", concurrent("c", 0)), "p", PeerState.ACTIVE, post("c"));
        var after = after(before, new Unfit(peer("p"), JobId.of("other")));
        assertThat(known(after, "p")).isEqualTo(known(before, "p"));
    }

    @Test
    void itsLateAckIsNotHeard() {
        var after = after(at(open, "p", PeerState.ACKING, post("s")), unfit);
        assertThat(after(after, new Ack(peer("p"), post("s")))).isSameAs(after);
    }

    @Test
    void whatIsKnownAndWhoIsGoneIsRefused() {
        assertRefused(after(idle(open, "p"), unfit));
        assertRefused(open);
        assertRefused(idle(Roster.EMPTY, "p"));
        assertRefused(after(idle(open, "p"), new Death(peer("p"))));
        assertRefused(after(at(open, "p", PeerState.ACKING, post("s")), new Revoke(peer("p"), post("s"))));
    }

    @Test
    void peerThatWasShutDownIsForgottenByTheJob() {
        var unfitAndDead = after(idle(open, "p"), unfit, new Death(peer("p")), new Evict(peer("p")));
        assertThat(unfitAndDead.jobs().get(JOB).unfit()).containsExactly(peer("p"));
        assertThat(after(unfitAndDead, new Shutdown(peer("p"))).jobs().get(JOB).unfit())
                .isEmpty();
    }

    private void assertRefused(Roster before) {
        assertThat(after(before, unfit)).isSameAs(before);
        assertThat(followUps(before, unfit)).isEmpty();
    }
}
