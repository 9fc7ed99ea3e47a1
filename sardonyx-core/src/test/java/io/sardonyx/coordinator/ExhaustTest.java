package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.change;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.gone;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.known;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExhaustTest {

    private final Exhaust exhaust = new Exhaust(peer("p"), post("t"));
    private final Roster active = at(planned(concurrent("t", 0)), "p", PeerState.ACTIVE, post("t"));

    @Test
    void lastOneSeals() {
        assertThat(known(after(active, exhaust), "p"))
                .isEqualTo(new RosterPeer(PeerState.SEALING, post("t"), RosterPeer.Notice.NONE));
        assertThat(exhaust.answer(change(active, exhaust))).isEqualTo(new Answer.Exhausted(true, false));
        var withWaiter = at(active, "q", PeerState.WAITING, post("t"));
        assertThat(state(after(withWaiter, exhaust), "p")).isEqualTo(PeerState.SEALING);
    }

    @Test
    void whileOthersAreAtWorkOneWaits() {
        for (PeerState state : List.of(PeerState.ACKING, PeerState.ACTIVE, PeerState.SEALING)) {
            var before = at(active, "q", state, post("t"));
            assertThat(state(after(before, exhaust), "p")).isEqualTo(PeerState.WAITING);
            assertThat(exhaust.answer(change(before, exhaust))).isEqualTo(new Answer.Exhausted(false, false));
        }
    }

    @Test
    void peersAtOtherTasksDoNotCount() {
        var before = at(active, "q", PeerState.ACTIVE, post("u"));
        assertThat(state(after(before, exhaust), "p")).isEqualTo(PeerState.SEALING);
    }

    @Test
    void peerGetsItsAnswer() {
        assertThat(followUps(idle(active, "q"), exhaust)).containsExactly(new Seal(peer("p"), post("t")));
    }

    @Test
    void whoAsksAgainIsToldTheSame() {
        var sealing = after(active, exhaust);
        assertRefused(sealing, new Answer.Exhausted(true, false));
        assertRefused(at(active, "p", PeerState.WAITING, post("t")), new Answer.Exhausted(false, false));
    }

    @Test
    void ofACompleteTaskNothingIsLeftToSeal() {
        var complete = after(after(active, exhaust), new Complete(peer("p"), post("t")));
        assertRefused(complete, new Answer.Exhausted(false, true));
        assertRefused(at(complete, "p", PeerState.ACTIVE, post("t")), new Answer.Exhausted(false, true));
    }

    @Test
    void onlyAnActivePeerAtThatVeryPostIsHeard() {
        var no = new Answer.Exhausted(false, false);
        assertRefused(planned(concurrent("t", 0)), no);
        assertRefused(idle(planned(concurrent("t", 0)), "p"), no);
        assertRefused(at(active, "p", PeerState.ACKING, post("t")), no);
        assertRefused(at(active, "p", PeerState.ACTIVE, post("t", 1)), no);
        assertRefused(at(active, "p", PeerState.ACTIVE, post("u")), no);
        assertRefused(gone(active, "p", PeerState.DEAD, RosterPeer.Notice.NONE), no);
    }

    private void assertRefused(Roster before, Answer answer) {
        assertThat(after(before, exhaust)).isSameAs(before);
        assertThat(exhaust.answer(change(before, exhaust))).isEqualTo(answer);
        assertThat(followUps(before, exhaust)).isEmpty();
    }
}
