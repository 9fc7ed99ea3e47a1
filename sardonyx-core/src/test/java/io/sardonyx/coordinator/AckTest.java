package io.sardonyx.coordinator;

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
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AckTest {

    private final Ack ack = new Ack(peer("p"), post("t"));
    private final Roster offered = at(planned(concurrent("t", 0)), "p", PeerState.ACKING, post("t"));

    @Test
    void peerThatTakesItsOfferIsActive() {
        assertThat(known(after(offered, ack), "p"))
                .isEqualTo(new RosterPeer(PeerState.ACTIVE, post("t"), RosterPeer.Notice.NONE));
        assertThat(ack.answer(change(offered, ack))).isEqualTo(new Answer.Acknowledged(true));
    }

    @Test
    void nobodyReactsToAnAck() {
        assertThat(followUps(idle(offered, "q"), ack)).isEmpty();
    }

    @Test
    void onlyAnAckingPeerIsHeard() {
        for (PeerState state : PeerState.values()) {
            if (state != PeerState.ACKING) {
                assertRefused(at(offered, "p", state, post("t")));
            }
        }
        assertRefused(planned(concurrent("t", 0)));
    }

    @Test
    void ackOfAnotherTaskOrAttemptIsRefused() {
        assertRefused(at(offered, "p", PeerState.ACKING, post("u")));
        assertRefused(at(offered, "p", PeerState.ACKING, post("t", 1)));
    }

    @Test
    void ackOfACompleteTaskIsRefused() {
        var sealing = at(planned(concurrent("t", 0)), "q", PeerState.SEALING, post("t"));
        var complete = after(sealing, new Complete(peer("q"), post("t")));
        assertRefused(at(complete, "p", PeerState.ACKING, post("t")));
    }

    private void assertRefused(Roster before) {
        assertThat(after(before, ack)).isSameAs(before);
        assertThat(ack.answer(change(before, ack))).isEqualTo(new Answer.Acknowledged(false));
        assertThat(followUps(before, ack)).isEmpty();
    }
}
