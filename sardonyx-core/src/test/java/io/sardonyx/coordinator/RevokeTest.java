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
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.TaskName;
import org.junit.jupiter.api.Test;

class RevokeTest {

    private final Revoke revoke = new Revoke(peer("p"), post("t"));
    private final Roster offered = at(planned(concurrent("t", 0)), "p", PeerState.ACKING, post("t"));

    @Test
    void peerThatLetsItsOfferLapseLosesIt() {
        var after = after(offered, revoke);
        assertThat(known(after, "p")).isEqualTo(new RosterPeer(PeerState.REVOKED, null, RosterPeer.Notice.NONE));
        assertThat(after.post(JOB, TaskName.of("t"))).isEqualTo(post("t", 1));
        assertThat(revoke.answer(change(offered, revoke))).isEqualTo(new Answer.Revoked(true));
    }

    @Test
    void whoeverWaitedForItAloneIsIdle() {
        var before = at(offered, "q", PeerState.WAITING, post("t"));
        assertThat(state(after(before, revoke), "q")).isEqualTo(PeerState.IDLE);
    }

    @Test
    void revokedPeerIsEvictedBeforeItsTaskIsOfferedAgain() {
        assertThat(followUps(idle(offered, "q"), revoke)).containsExactly(new Evict(peer("p")));
    }

    @Test
    void onlyAnAckingPeerIsRevoked() {
        for (PeerState state : PeerState.values()) {
            if (state != PeerState.ACKING) {
                assertRefused(at(offered, "p", state, post("t")));
            }
        }
        assertRefused(planned(concurrent("t", 0)));
    }

    @Test
    void timerOfAnEarlierOfferIsIgnored() {
        assertRefused(at(offered, "p", PeerState.ACKING, post("u")));
        assertRefused(at(offered, "p", PeerState.ACKING, post("t", 1)));
    }

    private void assertRefused(Roster before) {
        assertThat(after(before, revoke)).isSameAs(before);
        assertThat(revoke.answer(change(before, revoke))).isEqualTo(new Answer.Revoked(false));
        assertThat(followUps(before, revoke)).isEmpty();
    }
}
