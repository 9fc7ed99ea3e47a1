package io.sardonyx.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopThreadTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Told loop = new Told();
    private final BlockingQueue<Thread> observed = new LinkedBlockingQueue<>();
    private final LoopThread<Told> thread =
            new LoopThread<>("tested", loop, it -> observed.add(Thread.currentThread()));

    @AfterEach
    void stop() {
        thread.close();
    }

    /** A loop that has nothing to do but what it is told. */
    private static final class Told implements Loop {
        final CompletableFuture<Thread> closedBy = new CompletableFuture<>();
        final CompletableFuture<Thread> turnedBy = new CompletableFuture<>();
        boolean over;
        RuntimeException bug;
        RuntimeException bugWhenClosed;

        @Override
        public boolean turn(long nowNanos) {
            turnedBy.complete(Thread.currentThread());
            if (bug != null) {
                throw bug;
            }
            return false;
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void close() {
            closedBy.complete(Thread.currentThread());
            if (bugWhenClosed != null) {
                throw bugWhenClosed;
            }
        }
    }

    @Test
    void whatIsToldIsHeardOnTheThreadThatGivesTheTurns() {
        var heardOn = new CompletableFuture<Thread>();
        thread.tell(it -> heardOn.complete(Thread.currentThread()));
        assertThat(heardOn).succeedsWithin(LONG).extracting(Thread::getName).isEqualTo("tested");
        assertThat(heardOn.join()).isSameAs(loop.turnedBy.join());
    }

    @Test
    void observerIsCalledOnThatThreadOnceForATurnInWhichSomethingHappened() throws InterruptedException {
        thread.tell(it -> {});
        assertThat(observed.poll(60, TimeUnit.SECONDS)).isSameAs(loop.turnedBy.join());
        thread.tell(it -> it.over = true);
        assertThat(thread.await(LONG)).isTrue();
        assertThat(observed).hasSize(1);
    }

    @Test
    void loopThatIsOverIsClosedOnItsThreadAndNobodyHasFailed() throws InterruptedException {
        assertThat(thread.await(Duration.ofMillis(1))).isFalse();
        assertThat(thread.over()).isNotDone();
        thread.tell(it -> it.over = true);
        assertThat(thread.over()).succeedsWithin(LONG);
        assertThat(thread.await(LONG)).isTrue();
        assertThat(loop.closedBy).isCompletedWithValue(loop.turnedBy.join());
        assertThat(thread.failure()).isNull();
    }

    @Test
    void exceptionOutOfATurnEndsTheThreadAndIsKept() {
        var bug = new IllegalStateException("bug");
        thread.tell(it -> it.bug = bug);
        assertThat(thread.over()).succeedsWithin(LONG);
        assertThat(thread.failure()).isSameAs(bug);
        assertThat(loop.closedBy).isDone();
    }

    @Test
    void exceptionOutOfAWordEndsTheThreadAndIsKept() {
        var bug = new IllegalStateException("bug");
        thread.tell(it -> {
            throw bug;
        });
        assertThat(thread.over()).succeedsWithin(LONG);
        assertThat(thread.failure()).isSameAs(bug);
    }

    @Test
    void exceptionOutOfCloseIsKeptAndWhoeverWaitsStillHearsOfTheEnd() {
        var bug = new IllegalStateException("bug");
        thread.tell(it -> it.bugWhenClosed = bug);
        thread.tell(it -> it.over = true);
        assertThat(thread.over()).succeedsWithin(LONG);
        assertThat(thread.failure()).isSameAs(bug);
    }

    @Test
    void firstExceptionIsTheOneThatIsKept() {
        var first = new IllegalStateException("first");
        var second = new IllegalStateException("second");
        thread.tell(it -> {
            it.bugWhenClosed = second;
            it.bug = first;
        });
        assertThat(thread.over()).succeedsWithin(LONG);
        assertThat(thread.failure()).isSameAs(first).hasSuppressedException(second);
    }

    @Test
    void closingStopsALoopThatWouldGoOnForEver() {
        thread.close();
        assertThat(thread.over()).succeedsWithin(LONG);
        assertThat(loop.closedBy).isDone();
        assertThat(thread.failure()).isNull();
    }

    @Test
    void whoeverAsksForTheEndCannotBringItAbout() {
        thread.over().complete(null);
        assertThat(thread.over()).isNotDone();
    }
}
