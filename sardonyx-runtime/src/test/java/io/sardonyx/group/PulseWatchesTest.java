package io.sardonyx.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Forbidden;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PulseWatchesTest {

    private static final long POLL = 1_000;
    private static final GroupId A = GroupId.of("a");
    private static final GroupId B = GroupId.of("b");

    private final AskedLeases leases = new AskedLeases();
    private final List<GroupId> dead = new ArrayList<>();
    private final PulseWatches watches = new PulseWatches(leases, dead::add, POLL);
    private long now = Long.MAX_VALUE - POLL / 2;

    private void turn() {
        watches.turn(now);
    }

    private void answer(boolean held) {
        leases.latest().complete(held);
        turn();
    }

    @Test
    void whoIsTakenIsAskedForAtOnceAndOnce() {
        watches.take(List.of(A));
        assertThat(watches.turn(now)).isTrue();
        assertThat(watches.turn(now + POLL)).isFalse();
        watches.take(List.of(A, B));
        turn();
        assertThat(leases.asked).containsExactly(Pulse.nameOf(A), Pulse.nameOf(B));
    }

    @Test
    void onlyTheAnswerThatAPulseIsGoneIsADeath() {
        watches.take(List.of(A));
        turn();
        leases.nudge(A);
        answer(true);
        assertThat(dead).isEmpty();
        answer(false);
        assertThat(dead).containsExactly(A);
    }

    @Test
    void nudgeAsksAgainBeforeTheTimerDoes() {
        watches.take(List.of(A));
        turn();
        answer(true);
        turn();
        assertThat(leases.asked).hasSize(1);
        leases.nudge(A);
        turn();
        assertThat(leases.asked).hasSize(2);
    }

    @Test
    void nudgeWhileAnAnswerIsAwaitedAsksAgainAfterIt() {
        watches.take(List.of(A));
        turn();
        leases.nudge(A);
        turn();
        assertThat(leases.asked).hasSize(1);
        answer(true);
        assertThat(leases.asked).hasSize(2);
    }

    @Test
    void lostNudgeIsMadeGoodByTheTimer() {
        watches.take(List.of(A));
        turn();
        answer(true);
        now += POLL - 1;
        turn();
        assertThat(leases.asked).hasSize(1);
        now++;
        turn();
        assertThat(leases.asked).hasSize(2);
    }

    @Test
    void failedQuestionIsNoDeathAndIsAskedAgainByTheTimer() {
        watches.take(List.of(A));
        turn();
        leases.latest().completeExceptionally(new IllegalStateException("no answer"));
        turn();
        assertThat(leases.asked).hasSize(1);
        now += POLL;
        turn();
        assertThat(leases.asked).hasSize(2);
        assertThat(dead).isEmpty();
    }

    @Test
    void whatIsUnreadableStopsTheWatcher() {
        watches.take(List.of(A));
        turn();
        leases.latest().completeExceptionally(new Forbidden("closed"));
        assertThatThrownBy(this::turn).isInstanceOf(Forbidden.class);
    }

    @Test
    void unwantedOneIsLetGoAndALateAnswerIsIgnored() {
        watches.take(List.of(A));
        turn();
        watches.take(List.of(B));
        assertThat(leases.isWatched(A)).isFalse();
        assertThat(leases.isWatched(B)).isTrue();
        answer(false);
        assertThat(dead).isEmpty();
    }

    @Test
    void answerFromBeforeItWasLetGoDoesNotCountForOneWantedAgain() {
        watches.take(List.of(A));
        turn();
        var early = leases.latest();
        watches.take(List.of());
        watches.take(List.of(A));
        turn();
        assertThat(leases.asked).hasSize(2);
        early.complete(false);
        turn();
        assertThat(dead).isEmpty();
        answer(false);
        assertThat(dead).containsExactly(A);
    }

    @Test
    void whoClosesWatchesNobody() {
        watches.take(List.of(A, B));
        watches.close();
        assertThat(leases.isWatched(A) || leases.isWatched(B)).isFalse();
        turn();
        assertThat(leases.asked).isEmpty();
    }
}
