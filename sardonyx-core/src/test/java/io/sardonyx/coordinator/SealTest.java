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

import java.util.List;
import org.junit.jupiter.api.Test;

class SealTest {

    private final Seal seal = new Seal(peer("p"), post("t"));
    private final Roster open = planned(concurrent("t", 0));

    @Test
    void answerIsNoted() {
        var sealing = at(open, "p", PeerState.SEALING, post("t"));
        assertThat(known(after(sealing, seal), "p"))
                .isEqualTo(new RosterPeer(PeerState.SEALING, post("t"), RosterPeer.Notice.SEAL_ANSWERED));
        assertThat(seal.answer(change(sealing, seal))).isEqualTo(new Answer.Exhausted(true, false));
        var waiting = at(open, "p", PeerState.WAITING, post("t"));
        assertThat(known(after(waiting, seal), "p"))
                .isEqualTo(new RosterPeer(PeerState.WAITING, post("t"), RosterPeer.Notice.SEAL_ANSWERED));
        assertThat(seal.answer(change(waiting, seal))).isEqualTo(new Answer.Exhausted(false, false));
    }

    @Test
    void nobodyReactsToASeal() {
        assertThat(followUps(idle(at(open, "p", PeerState.SEALING, post("t")), "q"), seal))
                .isEmpty();
    }

    @Test
    void whoDidNotAskOrWasToldIsNotAnswered() {
        var refused = List.of(
                open,
                idle(open, "p"),
                at(open, "p", PeerState.ACTIVE, post("t")),
                at(open, "p", PeerState.WAITING, post("u")),
                at(open, "p", PeerState.WAITING, post("t", 1)),
                after(at(open, "p", PeerState.SEALING, post("t")), seal),
                after(at(open, "p", PeerState.SEALING, post("t")), new Death(peer("p"))));
        for (Roster before : refused) {
            assertThat(after(before, seal)).isSameAs(before);
            assertThat(followUps(before, seal)).isEmpty();
        }
    }
}
