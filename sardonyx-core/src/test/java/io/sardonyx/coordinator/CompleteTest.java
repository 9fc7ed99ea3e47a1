package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.Rosters.JOB;
import static io.sardonyx.coordinator.Rosters.after;
import static io.sardonyx.coordinator.Rosters.at;
import static io.sardonyx.coordinator.Rosters.change;
import static io.sardonyx.coordinator.Rosters.concurrent;
import static io.sardonyx.coordinator.Rosters.followUps;
import static io.sardonyx.coordinator.Rosters.idle;
import static io.sardonyx.coordinator.Rosters.known;
import static io.sardonyx.coordinator.Rosters.offers;
import static io.sardonyx.coordinator.Rosters.peer;
import static io.sardonyx.coordinator.Rosters.planned;
import static io.sardonyx.coordinator.Rosters.post;
import static io.sardonyx.coordinator.Rosters.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompleteTest {

    private final Complete complete = new Complete(peer("p"), post("t"));
    private final Roster sealing =
            at(planned(concurrent("t", 0), concurrent("u", 1)), "p", PeerState.SEALING, post("t"));

    @Test
    void sealerIsIdleAndTheTaskComplete() {
        var after = after(sealing, complete);
        assertThat(known(after, "p")).isEqualTo(RosterPeer.IDLE);
        assertThat(after.isComplete(post("t"))).isTrue();
        assertThat(after.finished().isEmpty()).isTrue();
        assertThat(complete.answer(change(sealing, complete))).isEqualTo(new Answer.Completed(true));
    }

    @Test
    void jobIsFinishedWithItsLastTask() {
        var last = at(after(sealing, complete), "p", PeerState.SEALING, post("u"));
        assertThat(after(last, new Complete(peer("p"), post("u"))).finished().keys())
                .containsExactly(JOB);
    }

    @Test
    void whatWasSkippedIsRememberedWithTheFinishedJob() {
        var told = after(sealing, new Complete(peer("p"), post("t"), 3));
        assertThat(told.jobs().get(JOB).skipped()).isEqualTo(skipped("t", 3));
        var last = at(told, "p", PeerState.SEALING, post("u"));
        assertThat(after(last, new Complete(peer("p"), post("u"))).finished().get(JOB))
                .isEqualTo(skipped("t", 3));
        assertThat(after(last, new Complete(peer("p"), post("u"), 1)).finished().get(JOB))
                .isEqualTo(skipped("t", 3).with(TaskName.of("u"), 1L));
        assertThat(followUps(sealing, new Complete(peer("p"), post("t"), 3))).isEqualTo(followUps(sealing, complete));
    }

    /** Each sealer tells the sum of all peers, so only the last one counts. */
    @Test
    void whatIsSkippedIsToldByWhoeverCompletesTheTask() {
        var joined = at(sealing, "q", PeerState.ACTIVE, post("t"));
        var goesOn = after(joined, new Complete(peer("p"), post("t"), 3));
        assertThat(goesOn.jobs().get(JOB).skipped().isEmpty()).isTrue();
        var again = after(goesOn, new Exhaust(peer("q"), post("t")), new Complete(peer("q"), post("t"), 5));
        assertThat(again.jobs().get(JOB).skipped()).isEqualTo(skipped("t", 5));
        assertThat(after(again, new Complete(peer("q"), post("t"), 7))).isSameAs(again);
    }

    @Test
    void whoDiedSealingIsBelievedAboutWhatWasSkipped() {
        var dead = after(sealing, new Death(peer("p")));
        assertThat(after(dead, new Complete(peer("p"), post("t"), 3))
                        .jobs()
                        .get(JOB)
                        .skipped())
                .isEqualTo(skipped("t", 3));
    }

    private static SortedTable<TaskName, Long> skipped(String task, long count) {
        return SortedTable.<TaskName, Long>empty().with(TaskName.of(task), count);
    }

    @Test
    void whoeverWaitedIsIdle() {
        var after = after(at(sealing, "q", PeerState.WAITING, post("t")), complete);
        assertThat(known(after, "q")).isEqualTo(RosterPeer.IDLE);
        assertThat(after.idle()).containsExactly(peer("p"), peer("q"));
    }

    @Test
    void taskThatOthersJoinedGoesOn() {
        for (PeerState state : List.of(PeerState.ACKING, PeerState.ACTIVE)) {
            var before = at(at(sealing, "q", state, post("t")), "r", PeerState.WAITING, post("t"));
            var after = after(before, complete);
            assertThat(state(after, "p")).isEqualTo(PeerState.IDLE);
            assertThat(state(after, "q")).isEqualTo(state);
            assertThat(state(after, "r")).isEqualTo(PeerState.WAITING);
            assertThat(complete.answer(change(before, complete))).isEqualTo(new Answer.Completed(false));
        }
    }

    @Test
    void idlePeersAreOfferedTheNextTask() {
        var before = at(sealing, "q", PeerState.WAITING, post("t"));
        assertThat(followUps(before, complete)).isEqualTo(offers("p:u", "q:u"));
    }

    @Test
    void whoDiedSealingIsBelievedUntilEvicted() {
        var dead = after(at(sealing, "q", PeerState.WAITING, post("t")), new Death(peer("p")));
        var after = after(dead, complete);
        assertThat(after.isComplete(post("t"))).isTrue();
        assertThat(state(after, "p")).isEqualTo(PeerState.DEAD);
        assertThat(complete.answer(change(dead, complete))).isEqualTo(new Answer.Completed(true));
        assertRefused(after(dead, new Evict(peer("p"))), false);
    }

    @Test
    void whoDiedSealingIsNotBelievedOnceSomebodyElseTookOver() {
        var dead = after(sealing, new Death(peer("p")));
        for (PeerState state : List.of(PeerState.ACKING, PeerState.ACTIVE, PeerState.SEALING)) {
            assertRefused(at(dead, "q", state, post("t", 1)), false);
        }
    }

    @Test
    void whoDiedAtOtherWorkIsNotBelieved() {
        var active = at(sealing, "p", PeerState.ACTIVE, post("t"));
        assertRefused(after(active, new Death(peer("p"))), false);
    }

    @Test
    void onlyTheSealerOfThatVeryPostIsHeard() {
        assertRefused(planned(concurrent("t", 0)), false);
        assertRefused(idle(sealing, "p"), false);
        assertRefused(at(sealing, "p", PeerState.ACTIVE, post("t")), false);
        assertRefused(at(sealing, "p", PeerState.WAITING, post("t")), false);
        assertRefused(at(sealing, "p", PeerState.SEALING, post("u")), false);
        assertRefused(at(sealing, "p", PeerState.SEALING, post("t", 1)), false);
    }

    @Test
    void whoSaysItTwiceIsToldTheSame() {
        assertRefused(after(sealing, complete), true);
    }

    private void assertRefused(Roster before, boolean taskComplete) {
        assertThat(after(before, complete)).isSameAs(before);
        assertThat(complete.answer(change(before, complete))).isEqualTo(new Answer.Completed(taskComplete));
        assertThat(followUps(before, complete)).isEmpty();
    }
}
