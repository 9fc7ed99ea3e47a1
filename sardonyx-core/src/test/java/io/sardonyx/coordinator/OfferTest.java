package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
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
import static io.sardonyx.coordinator.Rosters.sequential;
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import org.junit.jupiter.api.Test;

class OfferTest {

    private final Roster open = idle(planned(sequential("s", 0), concurrent("c", 1)), "p");

    @Test
    void idlePeerIsAskedAndTheNextRoundStartsBehindItsJob() {
        var after = after(open, new Offer(peer("p"), post("s")));
        assertThat(known(after, "p")).isEqualTo(new RosterPeer(PeerState.ACKING, post("s"), RosterPeer.Notice.NONE));
        assertThat(after.idle()).isEmpty();
        assertThat(after.lastOffered()).isEqualTo(after.jobs().get(JOB).submitted());
    }

    @Test
    void nobodyReactsToAnOffer() {
        assertThat(followUps(open, new Offer(peer("p"), post("s")))).isEmpty();
    }

    @Test
    void offerSaysWhetherItWasAccepted() {
        var offer = new Offer(peer("p"), post("s"));
        assertThat(offer.answer(change(open, offer))).isEqualTo(new Answer.Offered(true));
        var again = change(after(open, offer), offer);
        assertThat(offer.answer(again)).isEqualTo(new Answer.Offered(false));
    }

    @Test
    void sequentialTaskNeverGetsASecondPeer() {
        for (PeerState state : PeerState.values()) {
            if (state.isAtTask()) {
                assertRefused(at(open, "q", state, post("s")), new Offer(peer("p"), post("s")));
            }
        }
    }

    @Test
    void concurrentTaskGetsAsManyAsThereAre() {
        var before = at(open, "q", PeerState.ACTIVE, post("c"));
        assertThat(state(after(before, new Offer(peer("p"), post("c"))), "p")).isEqualTo(PeerState.ACKING);
    }

    @Test
    void busyDeadAndUnknownPeersAreRefused() {
        assertRefused(at(open, "p", PeerState.ACTIVE, post("c")), new Offer(peer("p"), post("s")));
        assertRefused(gone(open, "p", PeerState.REVOKED, RosterPeer.Notice.NONE), new Offer(peer("p"), post("s")));
        assertRefused(gone(open, "p", PeerState.DEAD, RosterPeer.Notice.NONE), new Offer(peer("p"), post("s")));
        assertRefused(open, new Offer(peer("stranger"), post("s")));
    }

    @Test
    void completeAndUnknownTasksAreRefused() {
        var done = after(at(open, "q", PeerState.SEALING, post("s")), new Complete(peer("q"), post("s")));
        assertRefused(done, new Offer(peer("p"), post("s")));
        assertRefused(open, new Offer(peer("p"), post("nowhere")));
        assertRefused(open, new Offer(peer("p"), new Post(JobId.of("none"), TaskName.of("s"), 0)));
    }

    @Test
    void offerOfAnotherAttemptIsRefused() {
        var retried = after(at(open, "q", PeerState.ACTIVE, post("s")), new Death(peer("q")));
        assertRefused(retried, new Offer(peer("p"), post("s", 0)));
        assertRefused(retried, new Offer(peer("p"), post("s", 2)));
        assertThat(state(after(retried, new Offer(peer("p"), post("s", 1))), "p"))
                .isEqualTo(PeerState.ACKING);
    }

    @Test
    void peerTakesTheLowestFreeSlotOfTheTaskAndKeepsIt() {
        var before = idle(open, "q", "r");
        var three = after(before, offer("p", 0), offer("q", 0), offer("r", 0));
        assertThat(slot(three, "p")).isZero();
        assertThat(slot(three, "q")).isEqualTo(1);
        assertThat(slot(three, "r")).isEqualTo(2);
        var working = after(three, new Ack(peer("r"), post("c")), new Exhaust(peer("r"), post("c")));
        assertThat(slot(working, "r")).isEqualTo(2);
        var replaced = after(idle(after(working, new Death(peer("q"))), "s"), offer("s", 1));
        assertThat(slot(replaced, "q")).isNull();
        assertThat(slot(replaced, "s")).isEqualTo(1);
        assertThat(slot(replaced, "r")).isEqualTo(2);
    }

    private static Offer offer(String name, int attempt) {
        return new Offer(peer(name), post("c", attempt));
    }

    private static Integer slot(Roster roster, String name) {
        return roster.task(JOB, TaskName.of("c")).slots().get(peer(name));
    }

    @Test
    void whoHasSealedIsOnlyAskedAgainWhenSomebodyElseWasLost() {
        var before = at(open, "r", PeerState.SEALING, post("c"));
        var sealed = after(before, new Offer(peer("p"), post("c")), new Complete(peer("r"), post("c")));
        assertThat(state(sealed, "r")).isEqualTo(PeerState.IDLE);
        assertRefused(sealed, new Offer(peer("r"), post("c")));
        var lost = after(sealed, new Death(peer("p")));
        assertThat(state(after(lost, new Offer(peer("r"), post("c", 1))), "r")).isEqualTo(PeerState.ACKING);
    }

    private static void assertRefused(Roster before, Offer offer) {
        assertThat(after(before, offer)).isSameAs(before);
        assertThat(offer.answer(change(before, offer))).isEqualTo(new Answer.Offered(false));
        assertThat(followUps(before, offer)).isEmpty();
    }
}
