package io.sardonyx.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A partition is given back although answers of the store are lost and reads of it are stale. */
class HeldPartitionTest {

    private static final long LEASE_MILLIS = 3_000;
    private static final long STEP_NANOS = 50_000_000;
    private static final String NAME = PartitionCodec.name(JobId.of("job"), TaskName.of("read"), "a");

    private final AtomicLong clock = new AtomicLong();
    private final Mailbox mailbox = new Mailbox();
    private final OneDocument store = new OneDocument();
    private final FinishedWork work = new FinishedWork();
    private final HeldPartition.Setting setting = new HeldPartition.Setting(
            new Candidate("me", LEASE_MILLIS), 3, store, mailbox, clock::get, new LeaseCounters());

    /** A store of one document. */
    private static final class OneDocument implements Documents {

        private final Deque<Document> versions = new ArrayDeque<>();
        private boolean losesAnswer;
        private boolean readsFirst;

        OneDocument() {
            var created = PartitionDocument.outstanding(PartitionCodec.read(JobId.of("job"), "a"), 0);
            versions.add(new Document(NAME, PartitionCodec.encode(created), 1));
        }

        PartitionDocument last() {
            return PartitionCodec.decoded(versions.getLast().body());
        }

        @Override
        public CompletionStage<List<Document>> read(Collection<String> names) {
            boolean stale = readsFirst;
            readsFirst = false;
            return CompletableFuture.completedFuture(
                    List.of(stale ? versions.stream().skip(1).findFirst().orElseThrow() : versions.getLast()));
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return CompletableFuture.completedFuture(List.of(NAME));
        }

        @Override
        public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
            if (seen != versions.getLast().version()) {
                return CompletableFuture.completedFuture(OptionalLong.empty());
            }
            versions.add(new Document(name, body, seen + 1));
            if (losesAnswer) {
                losesAnswer = false;
                return CompletableFuture.failedFuture(new IllegalStateException("no answer"));
            }
            return CompletableFuture.completedFuture(OptionalLong.of(seen + 1));
        }

        @Override
        public CompletionStage<Boolean> delete(String name, long seen) {
            throw new IllegalStateException("nobody deletes it");
        }

        @Override
        public Watch onChange(String prefix, Runnable nudge) {
            throw new IllegalStateException("nobody watches it");
        }
    }

    /** Work that is done when the test says so. */
    private static final class FinishedWork implements PartitionWork {

        private boolean done;

        @Override
        public void drain() {
            throw new IllegalStateException("nobody leaves");
        }

        @Override
        public boolean isQuiet() {
            return done;
        }

        @Override
        public void stop(StopReason reason) {
            assertThat(reason).isEqualTo(StopReason.JOB_COMPLETED);
        }

        @Override
        public boolean isClosed() {
            return true;
        }

        @Override
        public boolean isDone() {
            return done;
        }

        @Override
        public @Nullable String failure() {
            return null;
        }

        @Override
        public Checkpoint settled() {
            return new Checkpoint(done ? "9" : "4", done, 1);
        }

        @Override
        public boolean isWaiting() {
            return false;
        }

        @Override
        public void written(Checkpoint checkpoint) {
            assertThat(checkpoint.position()).isNotNull();
        }
    }

    private void turn(HeldPartition held) {
        clock.addAndGet(STEP_NANOS);
        mailbox.drain(clock.get());
        held.turn(new Moment(clock.get(), 0));
    }

    private void turnUntilOver(HeldPartition held) {
        for (int i = 0; i < 200 && !held.isOver(); i++) {
            turn(held);
        }
        assertThat(held.isOver()).isTrue();
    }

    private Sighting<PartitionDocument> seen() {
        return Sighting.first(NAME, store.versions.getLast().version(), store.last(), clock.get());
    }

    @Test
    void aReleaseThatAnOwnRenewalHasOvertakenIsRepeated() {
        var held = new HeldPartition(seen(), grant -> work, setting);
        while (store.versions.size() < 3) {
            turn(held); // the claim, and a renewal
        }
        store.losesAnswer = true;
        store.readsFirst = true;
        while (store.readsFirst) {
            turn(held); // a renewal without an answer, and a read that shows the document as it was claimed
        }
        work.done = true;

        turnUntilOver(held);

        assertThat(store.last().isDone()).isTrue();
        assertThat(store.last().lock().isFree()).isTrue();
        assertThat(store.last().position()).isEqualTo("9");
        assertThat(held.isConfirmed()).isTrue();
    }

    @Test
    void whatAnotherNodeHasTakenOverIsLeftToIt() {
        var held = new HeldPartition(seen(), grant -> work, setting);
        while (held.phase() != HeldPartition.Phase.RUNNING) {
            turn(held);
        }
        var other = new Candidate("other", LEASE_MILLIS);
        PartitionDocument taken = store.last()
                .claimed(other, seen().observation(), new Moment(clock.get() + 2 * LEASE_MILLIS * 1_000_000, 0))
                .orElseThrow();
        store.versions.add(new Document(
                NAME, PartitionCodec.encode(taken), store.versions.getLast().version() + 1));
        work.done = true;

        turnUntilOver(held);

        assertThat(store.last()).isEqualTo(taken);
        assertThat(held.isConfirmed()).isFalse();
    }

    @Test
    void whatHasItsNameWithoutWorkIsOnlyGivenBack() {
        var claimed = new HeldPartition(seen(), grant -> work, setting);
        while (store.versions.size() < 3) {
            turn(claimed);
        }
        HeldPartition left = HeldPartition.leftBehind(seen(), setting);

        turnUntilOver(left);

        assertThat(store.last().lock().isFree()).isTrue();
        assertThat(store.last().lock().fence()).isEqualTo(1);
        assertThat(store.last().isOutstanding()).isTrue();
        assertThat(store.last().position()).isEqualTo("4");
    }
}
