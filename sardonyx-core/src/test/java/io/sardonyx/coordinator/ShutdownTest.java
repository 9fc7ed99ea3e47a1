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

class ShutdownTest {

    private final Shutdown shutdown = new Shutdown(peer("p"));
    private final Roster open = planned(concurrent("t", 0));

    @Test
    void evictedPeerIsGivenUp() {
        for (PeerState state : List.of(PeerState.REVOKED, PeerState.DEAD)) {
            var after = after(gone(open, "p", state, RosterPeer.Notice.EVICTED), shutdown);
            assertThat(known(after, "p")).isEqualTo(new RosterPeer(PeerState.DEAD, null, RosterPeer.Notice.SHUT_DOWN));
        }
    }

    @Test
    void nobodyReactsToAShutdown() {
        var before = idle(gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.EVICTED), "q");
        assertThat(followUps(before, shutdown)).isEmpty();
    }

    @Test
    void whoIsNotEvictedIsNotShutDown() {
        var refused = List.of(
                open,
                idle(open, "p"),
                at(open, "p", PeerState.ACTIVE, post("t")),
                gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.NONE),
                gone(open, "p", PeerState.DEAD, RosterPeer.Notice.NONE),
                gone(open, "p", PeerState.DEAD, RosterPeer.Notice.SHUT_DOWN));
        for (Roster before : refused) {
            assertThat(after(before, shutdown)).isSameAs(before);
            assertThat(followUps(before, shutdown)).isEmpty();
        }
    }
}
