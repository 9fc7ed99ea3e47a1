package io.sardonyx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A worker and the watchdog over one turn after another, in every order of their steps that Lincheck finds. */
class TurnStateTest {

    /** A worker that gives each loop a turn, and a watchdog that condemns whatever turn it sees. */
    private static final class Encounter {

        private final TurnState<String> turns = new TurnState<>();
        private final AtomicBoolean interrupt = new AtomicBoolean();
        private final AtomicReference<@Nullable String> killed = new AtomicReference<>();
        private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
        private int ended;

        /** As a worker does; what comes behind the turn sees no interrupt that was meant for the turn. */
        void work(List<String> loops) {
            for (String loop : loops) {
                turns.begin(loop);
                if (!turns.end()) {
                    while (!turns.isReleased()) {
                        Thread.onSpinWait();
                    }
                    check(interrupt.getAndSet(false), "the interrupt came while it waited");
                    closed.set(loop);
                    return;
                }
                check(!interrupt.get(), "nobody interrupts a worker whose turn ended by itself");
                ended++;
            }
        }

        /** As the watchdog does. */
        void watch(int looks) {
            for (int i = 0; i < looks; i++) {
                long turn = turns.current();
                String condemned = turn == 0 ? null : turns.condemn(turn);
                if (condemned != null) {
                    check(killed.getAndSet(condemned) == null, "a worker is condemned once");
                    interrupt.set(true);
                    turns.release();
                }
            }
        }

        void checkEnd(List<String> loops) {
            String victim = killed.get();
            check(victim == null ? closed.get() == null : victim.equals(closed.get()), "who is killed is closed");
            check(!interrupt.get(), "no interrupt is left over");
            check(victim == null ? ended == loops.size() : victim.equals(loops.get(ended)), "the others got turns");
        }

        private static void check(boolean claim, String what) {
            if (!claim) {
                throw new IllegalStateException("not so: " + what);
            }
        }
    }

    private static void meet(List<String> loops, int looks) {
        var encounter = new Encounter();
        var worker = new Thread(() -> encounter.work(loops));
        var watchdog = new Thread(() -> encounter.watch(looks));
        worker.start();
        watchdog.start();
        try {
            worker.join();
            watchdog.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        encounter.checkEnd(loops);
    }

    @Test
    void aTurnIsEndedByItsWorkerOrCondemnedAndNeverBoth() {
        Lincheck.runConcurrentTest(500, () -> meet(List.of("guilty", "innocent"), 2));
    }

    @Test
    @Tag("campaign")
    @Tag("interleavings")
    void theSameOverMoreTurns() {
        Lincheck.runConcurrentTest(20_000, () -> meet(List.of("a", "b", "c", "d"), 4));
    }

    @Test
    void aTurnThatHasEndedCannotBeCondemned() {
        var turns = new TurnState<String>();
        assertThat(turns.current()).isZero();
        turns.begin("first");
        long first = turns.current();
        assertThat(turns.end()).isTrue();
        assertThat(turns.condemn(first)).isNull();
        turns.begin("second");
        assertThat(turns.condemn(first)).isNull();
        assertThat(turns.condemn(turns.current())).isEqualTo("second");
        assertThat(turns.current()).isZero();
        assertThat(turns.end()).isFalse();
        assertThat(turns.isReleased()).isFalse();
        turns.release();
        assertThat(turns.isReleased()).isTrue();
        assertThat(turns.end()).isFalse();
    }
}
