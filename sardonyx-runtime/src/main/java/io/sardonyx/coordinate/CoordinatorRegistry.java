package io.sardonyx.coordinate;

import io.sardonyx.follow.ReadPositions;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Store;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a coordinator in the registry of those that run, for operators only: nothing that it decides depends on it.
 * Holds a lease that proves it is alive, and keeps a document that tells whether it leads and how far it has read; the
 * leader removes the documents of those that died. Confined to the coordinator's thread.
 */
final class CoordinatorRegistry implements AutoCloseable {

    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(30);

    private final GroupId self;
    private final String name;
    private final Store store;
    private final CoordinatorSettings settings;
    private final Mailbox mailbox = new Mailbox();
    private final Deadline retry = new Deadline();
    private final Deadline sweep = new Deadline();

    private @Nullable Lease lease;
    /* What its document tells; null if it is not known to have one. */
    private @Nullable RunningCoordinator written;
    private final Deadline nextPosition = new Deadline();
    private long version = Documents.ABSENT;
    private boolean asking;
    private boolean closed;

    CoordinatorRegistry(GroupId self, Store store, CoordinatorSettings settings) {
        this.self = self;
        this.name = RunningCoordinator.nameOf(self);
        this.store = store;
        this.settings = settings;
    }

    /** @param position up to which it has read the coordinator's log, or -1 */
    boolean turn(long nowNanos, boolean leads, long position) {
        boolean worked = mailbox.drain(nowNanos);
        if (lease != null && lease.standing() == Lease.Standing.LOST) {
            lease.close();
            lease = null;
            written = null;
        }
        if (asking || closed || !retry.isDue(nowNanos)) {
            return worked;
        }
        if (lease == null) {
            ask(nowNanos, store.leases().claim(name, self.text()), this::claimed);
            return true;
        }
        if (written == null
                || written.leads() != leads
                || written.position() != position && nextPosition.isDue(nowNanos)) {
            write(nowNanos, leads, position);
            return true;
        }
        if (leads && sweep.isDue(nowNanos)) {
            sweep.set(nowNanos + BETWEEN_SWEEPS.toNanos());
            ask(nowNanos, RunningCoordinator.living(store, false).thenCompose(this::delete), gone -> {});
            return true;
        }
        return worked;
    }

    /** Asks the store; after a failure, and until the answer is there, nothing else is asked for. */
    private <T> void ask(long nowNanos, CompletionStage<T> asked, Consumer<T> onAnswer) {
        asking = true;
        mailbox.await(
                asked,
                answer -> {
                    asking = false;
                    onAnswer.accept(answer);
                },
                failure -> {
                    asking = false;
                    retry.set(nowNanos + settings.poll().toNanos());
                });
    }

    private void claimed(Optional<Lease> claimed) {
        if (closed) {
            claimed.ifPresent(Lease::close);
        } else {
            lease = claimed.orElse(null);
        }
    }

    private void write(long nowNanos, boolean leads, long position) {
        RunningCoordinator before = written;
        String since = before != null && before.leads() == leads
                ? before.since()
                : settings.clock().instant().toString();
        var entry = new RunningCoordinator(self, leads, since, settings.host(), position);
        nextPosition.set(nowNanos + ReadPositions.EVERY.toNanos());
        // Its version is read each time: what became of an earlier write may be unknown, and it writes seldom.
        ask(
                nowNanos,
                store.documents().read(List.of(name)).thenCompose(found -> {
                    long seen =
                            found.isEmpty() ? Documents.ABSENT : found.get(0).version();
                    return store.documents().write(name, entry.encoded(), seen);
                }),
                now -> now.ifPresent(it -> {
                    version = it;
                    written = entry;
                }));
    }

    private CompletionStage<Boolean> delete(List<Document> dead) {
        CompletionStage<Boolean> deleted = CompletableFuture.completedFuture(true);
        for (Document document : dead) {
            deleted = deleted.thenCombine(
                    store.documents().delete(document.name(), document.version()), (before, one) -> before && one);
        }
        return deleted;
    }

    /** Removes its document and gives the lease back, without waiting; a leader does what could not be done. */
    @Override
    public void close() {
        closed = true;
        if (version != Documents.ABSENT) {
            mailbox.await(store.documents().delete(name, version), gone -> {}, failure -> {});
        }
        if (lease != null) {
            lease.close();
        }
    }
}
