package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.known;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EvictTest {

    private final Evict evict = new Evict(peer("p"));
    private final Roster open = planned(concurrent("t", 0));

    @Test
    void revokedAndDeadPeersLoseTheirLicence() {
        for (PeerState state : List.of(PeerState.REVOKED, PeerState.DEAD)) {
            var after = after(gone(open, "p", state, RosterPeer.Notice.NONE), evict);
            assertThat(known(after, "p")).isEqualTo(new RosterPeer(state, null, RosterPeer.Notice.EVICTED));
        }
    }

    @Test
    void wordOfAnEvictedSealerNoLongerCounts() {
        var dead = after(at(open, "p", PeerState.SEALING, post("t")), new Death(peer("p")));
        var evicted = after(dead, evict);
        assertThat(known(evicted, "p").post()).isNull();
        assertThat(after(evicted, new Complete(peer("p"), post("t")))).isSameAs(evicted);
    }

    @Test
    void evictedPeerIsShutDownAndWorkIsOffered() {
        var before = idle(gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.NONE), "q");
        assertThat(followUps(before, evict)).containsExactly(new Shutdown(peer("p")), new Offer(peer("q"), post("t")));
    }

    @Test
    void livingEvictedAndUnknownPeersAreLeftAlone() {
        assertRefused(open);
        assertRefused(idle(open, "p"));
        assertRefused(at(open, "p", PeerState.ACTIVE, post("t")));
        assertRefused(gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.EVICTED));
        assertRefused(gone(open, "p", PeerState.DEAD, RosterPeer.Notice.SHUT_DOWN));
    }

    private void assertRefused(Roster before) {
        assertThat(after(before, evict)).isSameAs(before);
        assertThat(followUps(idle(before, "q"), evict)).isEmpty();
    }
}
