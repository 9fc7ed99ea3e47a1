package io.sardonyx.store.derived;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Moment;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Lease.Standing;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.LockCodec;
import io.sardonyx.store.StoreThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a holder believes while its store is silent, and what becomes of fences and of locks that nobody uses. */
class DerivedLeasesTest {

    private static final long LEASE_MILLIS = 1_200;

    private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
    private final String address = FaultyDocuments.newAddress();
    private final FaultyDocuments documents = new FaultyDocuments(address, LEASE_MILLIS);
    private final DerivedStore store = new DerivedStore(documents, () -> new Moment(nanos.get(), 0));

    @AfterEach
    void close() {
        documents.silent = false;
        store.close();
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static void eventually(String wish, BooleanSupplier wished) {
        long start = System.nanoTime();
        while (!wished.getAsBoolean()) {
            assertThat(System.nanoTime() - start)
                    .as(wish)
                    .isLessThan(Duration.ofSeconds(30).toNanos());
            LockSupport.parkNanos(1_000_000);
        }
    }

    private Lease claim(String name) throws Exception {
        return answer(store.leases().claim(name, "me")).orElseThrow();
    }

    private void pass(double leases) {
        nanos.addAndGet((long) (leases * LEASE_MILLIS * 1_000_000));
    }

    private LockDocument lock(String name) throws Exception {
        Document document = answer(documents.read(List.of("leases/" + name))).get(0);
        return LockCodec.decoded(document.name(), document.body());
    }

    @Test
    void holderIsSuspendedWhenARenewalIsOverdueAndLosesAtTheDeadline() throws Exception {
        Lease lease = claim("n");
        documents.silent = true;
        pass(0.4);
        assertThat(lease.standing()).isEqualTo(Standing.HELD);
        pass(0.2);
        assertThat(lease.standing()).isEqualTo(Standing.SUSPENDED);
        pass(0.21);
        assertThat(lease.standing()).isEqualTo(Standing.LOST);
        documents.silent = false;
        assertThat(lease.standing()).as("for good").isEqualTo(Standing.LOST);
    }

    @Test
    void aSuspendedHolderThatIsAnsweredHoldsAgain() throws Exception {
        Lease lease = claim("n");
        var nudges = new AtomicLong();
        lease.onChange(nudges::incrementAndGet);
        documents.silent = true;
        pass(0.6);
        eventually("a nudge about the suspension", () -> nudges.get() > 0);
        assertThat(lease.standing()).isEqualTo(Standing.SUSPENDED);
        documents.silent = false;
        pass(0.18);
        eventually("the lease to be held again", () -> lease.standing() == Standing.HELD);
        eventually("a nudge about that", () -> nudges.get() > 1);
    }

    @Test
    void renewalsKeepTheTenure() throws Exception {
        Lease lease = claim("n");
        for (int i = 0; i < 5; i++) {
            renew(lease);
        }
        assertThat(lock("n").fence()).isEqualTo(lease.fence());
    }

    private void renew(Lease lease) {
        int before = documents.written.size();
        pass(0.35);
        eventually("a renewal", () -> documents.written.size() > before && lease.standing() == Standing.HELD);
    }

    @Test
    void deadHoldersLockIsTakenOnlyAfterAWholeLeaseOfThisProcess() throws Exception {
        var dead = new LockDocument("dead", Long.MAX_VALUE, LEASE_MILLIS, 7);
        answer(documents.write("leases/n", LockCodec.encoded(dead), Documents.ABSENT));
        assertThat(answer(store.leases().isHeld("n"))).isTrue();
        assertThat(answer(store.leases().claim("n", "me"))).isEmpty();
        pass(0.99);
        assertThat(answer(store.leases().isHeld("n"))).isTrue();
        assertThat(answer(store.leases().claim("n", "me"))).isEmpty();
        pass(0.01);
        assertThat(answer(store.leases().isHeld("n"))).isFalse();
        assertThat(claim("n").fence()).isEqualTo(8);
    }

    @Test
    void claimWhoseAnswerIsLostGivesTheLockBack() throws Exception {
        documents.unanswered = "leases/n"::equals;
        assertThatThrownBy(() -> claim("n")).hasMessageContaining("on purpose");
        documents.unanswered = name -> false;
        eventually("the lock to be free", () -> isFree("n"));
        assertThat(claim("n").fence()).isEqualTo(2);
    }

    private boolean isFree(String name) {
        try {
            return lock(name).isFree();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fencesGoOnAfterALockWasDeleted() throws Exception {
        var thread = new StoreThread("sweeper");
        var calls = new DocumentCalls(documents, thread);
        var locks = new LockDocuments(calls, nanos::get);
        var sweeper = new LockSweeper(locks, nanos::get);
        for (int i = 0; i < 3; i++) {
            claim("old").close();
            eventually("the lock to be free", () -> isFree("old"));
        }
        Lease held = claim("held");
        answer(calls.start(sweeper::sweep));
        assertThat(answer(documents.names("leases/"))).as("seen once").hasSize(2);
        for (int i = 0; i < 4; i++) {
            renew(held);
        }
        answer(calls.start(sweeper::sweep));
        assertThat(answer(documents.names("leases/"))).containsExactly("leases/held");
        assertThat(claim("old").fence()).isEqualTo(4);
        assertThat(claim("new").fence()).isGreaterThan(3);
        thread.close(() -> {});
    }

    @Test
    void damagedLockIsNamed() throws Exception {
        answer(documents.write("leases/n", "nonsense".getBytes(UTF_8), Documents.ABSENT));
        assertThatThrownBy(() -> claim("n"))
                .hasCauseInstanceOf(Unreadable.class)
                .hasMessageContaining("document leases/n is damaged");
    }

    @Test
    void nothingIsSentWithoutLeasesAndWatches() throws Exception {
        claim("n").close();
        eventually("the lock to be free", () -> isFree("n"));
        int before = documents.written.size();
        pass(20);
        assertThat(answer(store.leases().isHeld("n"))).isFalse();
        assertThat(documents.written).hasSize(before);
    }
}
