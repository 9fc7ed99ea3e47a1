package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.node.NodeLock;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Semaphores that processes share; each {@link SharedLocks} is one. */
@Timeout(120)
class SharedLocksTest {

    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final List<SharedLocks> processes = new ArrayList<>();

    @AfterEach
    void close() {
        processes.forEach(SharedLocks::close);
        store.close();
    }

    private SharedLocks process(Duration lease) {
        var process = new SharedLocks(store.documents(), lease, InstantSource.system());
        processes.add(process);
        return process;
    }

    /** A semaphore as a new process knows it. */
    private NodeLock semaphore(int permits) {
        return process(LEASE).lock("few", permits);
    }

    @Test
    void asManyHoldItAsItHasPermitsAndTheNextOneWaits() throws Exception {
        var held = new ArrayList<NodeLock.Held>();
        for (int i = 0; i < 3; i++) {
            held.add(semaphore(3).acquire());
        }
        NodeLock next = semaphore(3);
        assertThat(next.tryAcquire(SHORT)).isEmpty();
        assertThat(held).allMatch(NodeLock.Held::isHeld);

        held.get(1).close();
        try (NodeLock.Held fourth = next.acquire()) {
            assertThat(fourth.isHeld()).isTrue();
            assertThat(fourth.fence()).isGreaterThan(held.get(1).fence());
            assertThat(held.get(1).isHeld()).isFalse();
            assertThat(semaphore(3).tryAcquire(SHORT)).isEmpty();
        }
        assertThat(next.tryAcquire(LEASE)).isPresent();
    }

    @Test
    void threadsOfAProcessNeedAPermitEach() throws Exception {
        NodeLock both = semaphore(2);
        try (NodeLock.Held one = both.acquire();
                NodeLock.Held two = both.acquire()) {
            assertThat(both.tryAcquire(SHORT)).isEmpty();
            assertThat(one.isHeld() && two.isHeld()).isTrue();
        }
    }

    @Test
    void whatAProcessHeldThatDiedIsFreeWhenItsLeaseHasEnded() throws Exception {
        NodeLock.Held survivor = semaphore(2).acquire();
        SharedLocks dying = process(Duration.ofMillis(600));
        NodeLock.Held left = dying.lock("few", 2).acquire();
        dying.close();

        try (NodeLock.Held successor = semaphore(2).acquire()) {
            assertThat(left.isHeld())
                    .as("its own clock says so before others take it")
                    .isFalse();
            assertThat(successor.fence()).isGreaterThan(left.fence());
            assertThat(survivor.isHeld()).isTrue();
        }
    }

    @Test
    void theFencesOfAPermitGrowWithEachHolder() throws Exception {
        try (NodeLock.Held other = semaphore(2).acquire()) {
            long last = -1;
            for (int i = 0; i < 5; i++) {
                try (NodeLock.Held held = semaphore(2).acquire()) {
                    assertThat(held.fence()).isGreaterThan(last);
                    last = held.fence();
                }
            }
            assertThat(other.isHeld()).isTrue();
        }
    }

    @Test
    void neverAreMoreInsideThanItHasPermits() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var all = new ArrayList<CompletableFuture<Void>>();
        for (int process = 0; process < 3; process++) {
            NodeLock lock = semaphore(2);
            for (int thread = 0; thread < 3; thread++) {
                all.add(CompletableFuture.runAsync(() -> enter(lock, inside, most), task -> new Thread(task).start()));
            }
        }
        for (CompletableFuture<Void> each : all) {
            each.get();
        }
        assertThat(most).hasValueLessThanOrEqualTo(2);
    }

    private static void enter(NodeLock lock, AtomicInteger inside, AtomicInteger most) {
        for (int i = 0; i < 5; i++) {
            try (NodeLock.Held held = lock.acquire()) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                assertThat(held.isHeld()).isTrue();
                inside.decrementAndGet();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void aSemaphoreWithTooFewOrTooManyPermitsIsRefused() {
        assertThatThrownBy(() -> semaphore(0)).hasMessageContaining("lock few has 1 to 1000 permits, not 0");
        assertThatThrownBy(() -> semaphore(1_001)).hasMessageContaining("not 1001");
    }
}
