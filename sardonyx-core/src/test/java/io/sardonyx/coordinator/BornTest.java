package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.offers;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.sequential;
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BornTest {

    @Test
    void newcomerIsIdleAndLastInTheQueue() {
        var after = after(idle(Roster.EMPTY, "p"), new Born(peer("a")));
        assertThat(state(after, "a")).isEqualTo(PeerState.IDLE);
        assertThat(after.idle()).containsExactly(peer("p"), peer("a"));
    }

    @Test
    void newcomerIsOfferedWork() {
        var before = planned(sequential("t", 0));
        assertThat(followUps(before, new Born(peer("p")))).isEqualTo(offers("p:t"));
    }

    @Test
    void withoutWorkNobodyReacts() {
        assertThat(followUps(Roster.EMPTY, new Born(peer("p")))).isEmpty();
    }

    @Test
    void knownPeerIsNotBornAgainWhateverItsState() {
        var working = at(planned(concurrent("t", 0)), "p", PeerState.ACTIVE, post("t"));
        var dead = gone(planned(concurrent("t", 0)), "p", PeerState.DEAD, RosterPeer.Notice.SHUT_DOWN);
        for (Roster before : List.of(working, dead, idle(planned(concurrent("t", 0)), "p"))) {
            assertThat(after(before, new Born(peer("p")))).isSameAs(before);
            assertThat(followUps(before, new Born(peer("p")))).isEmpty();
        }
    }
}
