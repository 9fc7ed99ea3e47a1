package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Observation;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.node.NodeLock;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.store.LockCodec;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClaimSweeperTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final Documents documents = ClaimDocuments.within(store.documents());
    private final Mailbox mailbox = new Mailbox();
    private long nowNanos;
    private final ClaimSweeper sweeper = new ClaimSweeper(documents, mailbox, () -> nowNanos);
    private JobIndex index = JobIndex.EMPTY;

    @BeforeEach
    void begin() {
        sweeper.begin(nowNanos);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private long write(String name, byte[] body, long seen) {
        return documents.write(name, body, seen).toCompletableFuture().join().orElseThrow();
    }

    private List<String> names() {
        return documents.names("").toCompletableFuture().join();
    }

    /** Lets time pass as a leader with this fence does; what was deleted. */
    private List<String> minutes(int count, long leaderFence) {
        var deleted = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            nowNanos += MINUTE;
            for (int turn = 0; turn < 4; turn++) {
                sweeper.polled();
                for (Observation each : sweeper.turn(index, leaderFence, nowNanos)) {
                    assertThat(documents
                                    .delete(each.name(), each.version())
                                    .toCompletableFuture()
                                    .join())
                            .isTrue();
                    deleted.add(each.name());
                }
                while (mailbox.hasQuestions()) {
                    mailbox.drain();
                    LockSupport.parkNanos(100_000);
                }
            }
        }
        return deleted;
    }

    private static byte[] lock(String holder, long fence) {
        return LockCodec.encoded(
                holder.isEmpty() ? LockDocument.unheld(fence) : new LockDocument(holder, 1, 3_600_000, fence));
    }

    @Test
    void theContentOfASubmissionThatDiedIsDeletedAfterAWhile() {
        index = index.with(IndexedJob.submitted(JobId.of("known"), "hash", 1));
        write("jobs/known/hash/0", new byte[1], Documents.ABSENT);
        write("jobs/died/hash/0", new byte[1], Documents.ABSENT);
        write("partitions/died/read", new byte[1], Documents.ABSENT);

        assertThat(minutes(14, 0)).isEmpty();
        assertThat(minutes(20, 0)).containsExactlyInAnyOrder("jobs/died/hash/0", "partitions/died/read");
        assertThat(names()).containsExactly("jobs/known/hash/0");
    }

    @Test
    void aSubmissionThatGoesOnKeepsItsContent() {
        long version = write("jobs/slow/hash/0", new byte[1], Documents.ABSENT);
        assertThat(minutes(12, 0)).isEmpty();
        write("jobs/slow/hash/0", new byte[1], version);
        assertThat(minutes(12, 0)).isEmpty();
        index = index.with(IndexedJob.submitted(JobId.of("slow"), "hash", 1));

        assertThat(minutes(60, 0)).isEmpty();
    }

    @Test
    void aJobThatEntersTheIndexBetweenTheLookAndTheDeletionKeepsItsContent() {
        write("jobs/late/hash/0", new byte[1], Documents.ABSENT);
        nowNanos += 100 * MINUTE;
        assertThat(sweeper.turn(index, 0, nowNanos)).isEmpty();
        while (mailbox.hasQuestions()) {
            mailbox.drain();
        }
        nowNanos += 100 * MINUTE;
        sweeper.turn(index, 0, nowNanos);
        while (mailbox.hasQuestions()) {
            mailbox.drain();
        }
        sweeper.polled();
        assertThat(sweeper.turn(index, 0, nowNanos))
                .as("the poll may have begun before")
                .isEmpty();
        sweeper.polled();
        index = index.with(IndexedJob.submitted(JobId.of("late"), "hash", 1));

        assertThat(sweeper.turn(index, 0, nowNanos)).isEmpty();
    }

    @Test
    void aLockThatNobodyHoldsIsDeletedOnceTheLeadersFenceIsAsHigh() {
        write("locks/free/0", lock("", 7), Documents.ABSENT);
        write("locks/held/0", lock("a", 9), Documents.ABSENT);
        write("locks/edited/0", new byte[] {1}, Documents.ABSENT);

        assertThat(minutes(40, 6)).isEmpty();
        assertThat(sweeper.fence()).isEqualTo(7);
        assertThat(minutes(1, 7)).containsExactly("locks/free/0");
        assertThat(minutes(40, 7)).as("its lease is an hour").isEmpty();
        assertThat(minutes(90, 9)).containsExactly("locks/held/0");
        assertThat(names()).containsExactly("locks/edited/0");
    }

    @Test
    void aLockThatWasDeletedBeginsAboveTheFencesThatItHad() throws Exception {
        write("leader", lock("", 41), Documents.ABSENT);
        try (var locks = new SharedLocks(store.documents(), Duration.ofSeconds(10), InstantSource.system())) {
            try (NodeLock.Held held = locks.lock("one", 1).acquire()) {
                assertThat(held.fence()).isEqualTo(42);
            }
        }
    }
}
