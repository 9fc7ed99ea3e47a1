package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContenderTest {

    private static final Candidate ANN = new Candidate("ann", 1_000);
    private static final LockDocument BOBS = new LockDocument("bob", 1_700_000_000_000L, 1_000, 4);

    private final Contender fresh = Contender.of("lock", ANN);

    private static Moment at(long millis) {
        return new Moment(LeaseLength.nanos(millis), 1_700_000_000_000L);
    }

    private static Contender holding(Contender fresh) {
        var seen = fresh.sawNothing(0);
        var write = seen.next(at(0)).orElseThrow();
        return seen.sent(write).succeeded(write, 0, LeaseLength.nanos(5));
    }

    @Test
    void withoutAReadItWritesNothing() {
        assertThat(fresh.next(at(0))).isEmpty();
        assertThat(fresh.mayActAt(0)).isFalse();
    }

    @Test
    void itCreatesWhatIsAbsentAndHoldsItFromWhenItSentThat() {
        var holder = holding(fresh);
        assertThat(holder.tenure()).hasValue(new HeldLease("lock", "ann", 1, 0, 0, 1_000));
        assertThat(holder.mayActAt(LeaseLength.nanos(799))).isTrue();
        assertThat(holder.mayActAt(LeaseLength.nanos(800))).isFalse();
    }

    @Test
    void itRenewsWhenDueAndOnlySuccessMovesTheDeadline() {
        var holder = holding(fresh);
        assertThat(holder.next(at(300))).isEmpty();
        var renewal = holder.next(at(400)).orElseThrow();
        assertThat(renewal.seenVersion()).isZero();
        var waiting = holder.sent(renewal);
        assertThat(waiting.mayActAt(LeaseLength.nanos(799))).isTrue();
        assertThat(waiting.mayActAt(LeaseLength.nanos(800))).isFalse();
        var renewed = waiting.succeeded(renewal, 1, LeaseLength.nanos(700));
        assertThat(renewed.mayActAt(LeaseLength.nanos(1_199))).isTrue();
        assertThat(renewed.mayActAt(LeaseLength.nanos(1_200))).isFalse();
    }

    @Test
    void itTakesOverOnlyWhatItSawUnchangedForAWholeLease() {
        var watching = fresh.saw(7, BOBS, 0);
        assertThat(watching.saw(7, BOBS, LeaseLength.nanos(999)).next(at(999))).isEmpty();
        var write =
                watching.saw(7, BOBS, LeaseLength.nanos(1_000)).next(at(1_000)).orElseThrow();
        assertThat(write.next().fence()).isEqualTo(5);
        assertThat(watching.saw(8, BOBS, LeaseLength.nanos(900)).next(at(1_000)))
                .isEmpty();
    }

    @Test
    void anUnansweredWriteIsReadAboutAndSentAgainAsItWas() {
        var seen = fresh.sawNothing(0);
        var write = seen.next(at(0)).orElseThrow();
        var unsure = seen.sent(write);
        assertThat(unsure.next(at(100))).isEmpty();
        assertThat(write.verdict(Observation.ABSENT, LockDocument.UNHELD)).isEqualTo(Contender.Attempt.Verdict.OPEN);
        assertThat(unsure.sawNothing(LeaseLength.nanos(100)).next(at(100))).hasValue(write);
    }

    @Test
    void aWriteThatWasAppliedWithoutAnAnswerIsConfirmedByARenewalBeforeItCounts() {
        var seen = fresh.sawNothing(0);
        var write = seen.next(at(0)).orElseThrow();
        assertThat(write.verdict(0, write.next())).isEqualTo(Contender.Attempt.Verdict.APPLIED);
        var found = seen.sent(write).saw(0, write.next(), LeaseLength.nanos(100));
        assertThat(found.mayActAt(LeaseLength.nanos(100))).isFalse();
        var renewal = found.next(at(100)).orElseThrow();
        var holder = found.sent(renewal).succeeded(renewal, 1, LeaseLength.nanos(120));
        assertThat(holder.tenure()).hasValue(new HeldLease("lock", "ann", 1, 1, LeaseLength.nanos(100), 1_000));
    }

    @Test
    void aWriteThatCameTooLateIsForgotten() {
        var seen = fresh.sawNothing(0);
        var write = seen.next(at(0)).orElseThrow();
        assertThat(write.verdict(3, BOBS)).isEqualTo(Contender.Attempt.Verdict.LOST);
        var beaten = seen.sent(write).saw(3, BOBS, LeaseLength.nanos(100));
        assertThat(beaten.attempt()).isEmpty();
        assertThat(beaten.next(at(100))).isEmpty();
    }

    @Test
    void aRefusedWriteIsReadAboutSinceAnEarlierCopyMayHaveWon() {
        var seen = fresh.sawNothing(0);
        var write = seen.next(at(0)).orElseThrow();
        var refused = seen.sent(write).refused(write);
        assertThat(refused.next(at(100))).isEmpty();
        assertThat(refused.saw(0, write.next(), LeaseLength.nanos(100)).next(at(100)))
                .isPresent();
    }

    @Test
    void answersToFormerAttemptsAreIgnored() {
        var holder = holding(fresh);
        var renewal = holder.next(at(400)).orElseThrow();
        var former = new Contender.Attempt("lock", 9, renewal.next(), 0);
        var waiting = holder.sent(renewal);
        assertThat(waiting.succeeded(former, 10, 0)).isSameAs(waiting);
        assertThat(waiting.refused(former)).isSameAs(waiting);
    }

    @Test
    void aDocumentThatIsSomeoneElsesEndsTheTenure() {
        assertThat(holding(fresh).saw(3, BOBS, LeaseLength.nanos(10)).tenure()).isEmpty();
    }

    @Test
    void whoGivesUpStopsBeforeTheWriteLeaves() {
        var holder = holding(fresh);
        var release = holder.release(at(10)).orElseThrow();
        var leaving = holder.sent(release);
        assertThat(leaving.mayActAt(LeaseLength.nanos(10))).isFalse();
        assertThat(leaving.release(at(20))).isEmpty();
        assertThat(leaving.succeeded(release, 1, LeaseLength.nanos(20)).tenure())
                .isEmpty();
    }

    @Test
    void raisingKeepsTheTenureUnderAGreaterFence() {
        var holder = holding(fresh);
        var raise = holder.raise(9, at(10)).orElseThrow();
        var raised = holder.sent(raise).succeeded(raise, 1, LeaseLength.nanos(20));
        assertThat(raised.tenure().orElseThrow().fence()).isEqualTo(9);
        assertThat(fresh.raise(9, at(0))).isEmpty();
    }
}
