package io.sardonyx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Those who make a loop ready, and workers that give it turns or sleep, in every order of steps that Lincheck finds.
 */
class TaskSlotTest {

    /** Letters for a loop, and workers that take them in its turns; the loop may move to another row meanwhile. */
    private static final class Encounter {

        private final TaskSlot slot = slot();
        private final AtomicInteger letters = new AtomicInteger();
        private final AtomicBoolean inTurn = new AtomicBoolean();
        private final AtomicBoolean parked = new AtomicBoolean();
        private final AtomicBoolean permit = new AtomicBoolean();
        private final AtomicInteger taken = new AtomicInteger();
        private volatile ReadyLoops row = new ReadyLoops(slot);

        Encounter() {
            slot.move(row, 0);
        }

        /** As an exchange or a store does: first what is to be seen, then the word. */
        void put(int times) {
            for (int i = 0; i < times; i++) {
                letters.incrementAndGet();
                if (slot.makeReady() && parked.get()) {
                    permit.set(true);
                }
            }
        }

        /** As the pool does when a loop comes or goes. */
        void move() {
            var next = new ReadyLoops(slot);
            slot.move(next, 0);
            row = next;
        }

        /** As a worker does, until all letters are taken; who sleeps is woken up, or nothing ends. */
        void work(int all) {
            while (taken.get() < all) {
                ReadyLoops present = row;
                if (present.next(0) == 0 && slot.take()) {
                    check(inTurn.compareAndSet(false, true), "a loop has one turn at a time");
                    slot.begin();
                    taken.addAndGet(letters.getAndSet(0));
                    inTurn.set(false);
                    slot.leave();
                } else {
                    sleep();
                }
            }
        }

        private void sleep() {
            parked.set(true);
            if (!row.hasReady()) {
                while (!permit.getAndSet(false)) {
                    Thread.onSpinWait();
                }
            }
            parked.set(false);
        }

        private static void check(boolean claim, String what) {
            if (!claim) {
                throw new IllegalStateException("not so: " + what);
            }
        }
    }

    @SuppressWarnings("NullAway") // which loop it is does not matter
    private static TaskSlot slot() {
        return new TaskSlot(null);
    }

    private static void run(Runnable... roles) {
        var threads = new Thread[roles.length];
        for (int i = 0; i < roles.length; i++) {
            threads[i] = new Thread(roles[i]);
            threads[i].start();
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void meet(int times) {
        var encounter = new Encounter();
        run(() -> encounter.put(times), () -> encounter.work(times));
        Encounter.check(encounter.taken.get() == times, "every letter is taken once");
    }

    @Test
    void whoeverIsMadeReadyGetsATurnThatSeesWhy() {
        Lincheck.runConcurrentTest(500, () -> meet(2));
    }

    @Test
    void aWordWhileTheLoopsMoveToAnotherRowIsNotLost() {
        Lincheck.runConcurrentTest(500, () -> {
            var encounter = new Encounter();
            encounter.slot.begin();
            run(() -> encounter.put(1), encounter::move);
            Encounter.check(encounter.row.next(0) == 0, "it is ready in its new row");
        });
    }

    @Test
    @Tag("campaign")
    @Tag("interleavings")
    void theSameWithMoreWords() {
        Lincheck.runConcurrentTest(20_000, () -> meet(4));
    }

    @Test
    void marksAreFoundInTheOrderOfTheRow() {
        var slots = new TaskSlot[130];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot();
            slots[i].begin();
        }
        var row = new ReadyLoops(slots);
        for (int i = 0; i < slots.length; i++) {
            slots[i].move(row, i);
        }
        assertThat(row.next(0)).isEqualTo(-1);
        for (int i : new int[] {3, 63, 64, 129}) {
            assertThat(slots[i].makeReady()).isTrue();
            assertThat(slots[i].makeReady()).isFalse();
        }
        assertThat(row.next(0)).isEqualTo(3);
        assertThat(row.next(4)).isEqualTo(63);
        assertThat(row.next(64)).isEqualTo(64);
        assertThat(row.next(65)).isEqualTo(129);
        assertThat(row.next(130)).isEqualTo(-1);
        assertThat(row.hasReady()).isTrue();
        for (int i : new int[] {3, 63, 64, 129}) {
            assertThat(slots[i].take()).isTrue();
        }
        assertThat(row.hasReady()).isFalse();
        slots[64].begin();
        assertThat(row.next(64)).isEqualTo(129);
    }

    @Test
    void timersComeInOrderAndMayBeSetAnew() {
        var timers = new TimerQueue();
        var slots = new TaskSlot[100];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot();
            timers.set(slots[i], i * 37 % 100);
        }
        timers.set(slots[0], 500);
        timers.remove(slots[1]);
        timers.remove(slots[1]);
        assertThat(timers.leftNanos(-7)).isEqualTo(8);
        assertThat(timers.isDue(0)).isFalse();
        long before = -1;
        int count = 0;
        for (TaskSlot due = timers.due(99); due != null; due = timers.due(99)) {
            assertThat(due.dueNanos).isGreaterThan(before);
            before = due.dueNanos;
            count++;
        }
        assertThat(count).isEqualTo(98);
        assertThat(timers.due(499)).isNull();
        assertThat(timers.due(500)).isSameAs(slots[0]);
        assertThat(timers.leftNanos(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(timers.isDue(Long.MAX_VALUE)).isFalse();
    }
}
