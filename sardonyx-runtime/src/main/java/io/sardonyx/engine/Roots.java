package io.sardonyx.engine;

import io.sardonyx.exchange.Acks;
import io.sardonyx.exchange.Batch;
import io.sardonyx.flow.AckLedger;
import io.sardonyx.flow.AckOutcome;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.BadRecord;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The open roots of one input, each until all that grew from it is done: emitted again when they expire, when a task
 * says so, and when the fence changes.
 */
final class Roots {

    private static final int BUCKETS = 10;

    /** Decides about a segment that must not be tried again. */
    interface Poison {
        /** Whether to leave it out; else it has become a dead letter. */
        boolean isLeftOut(Root root);

        /**
         * The cause with which a record that could not be read becomes a dead letter; null to leave it out.
         *
         * @throws SegmentFailure when the job is to be killed, or the peer to start anew
         */
        default @Nullable String letterCause(BadRecord bad) throws SegmentFailure {
            throw new IllegalStateException(bad.cause());
        }
    }

    private final AckLedger ledger;
    private final Emission emission;
    private final Poison poison;
    private final long tickNanos;
    private final int limit;
    private final Deadline nextTick = new Deadline();
    /* Where each open root is: its id, cut to the size of this. No two open roots have the same place. */
    private final Root[] places;
    private final ArrayDeque<Root> again = new ArrayDeque<>();
    private final PriorityQueue<Root> later = new PriorityQueue<>(Comparator.comparingLong(Root::dueNanos));
    private int ordinal;
    private long number;
    private long nowNanos;
    /* The oldest root at the last tick. */
    private long first;
    private long replays;

    Roots(Tuning tuning, Emission emission, Poison poison) {
        this.ledger = new AckLedger(tuning.pendingRoots(), BUCKETS);
        this.emission = emission;
        this.poison = poison;
        this.limit = tuning.attempts();
        this.tickNanos = tuning.pendingTimeout().toNanos() / BUCKETS;
        this.places = new Root[Integer.highestOneBit(tuning.pendingRoots()) * 4];
        this.number = emission.fresh();
    }

    /** The places of the job have changed: whatever is open is emitted again, by this number among the inputs. */
    void follow(int newOrdinal) {
        ordinal = newOrdinal;
        ledger.abandonAll(id -> again.add(removed(id)));
    }

    /** Whether {@code count} more may be opened. */
    boolean hasRoomFor(int count) {
        return ledger.size() + again.size() + later.size() + count <= ledger.capacity();
    }

    int open() {
        return ledger.size() + again.size() + later.size();
    }

    long replays() {
        return replays;
    }

    /** The next root that has to be emitted again, or null; the parts of a root wait until there is room for them. */
    @Nullable
    Root again(long now) {
        if (ledger.size() == ledger.capacity()) {
            return null;
        }
        Root late = later.peek();
        if (late != null && late.isDue(now)) {
            replays++;
            return later.remove();
        }
        Root next = again.poll();
        replays += next == null || next.isLetter() && next.id() == 0 ? 0 : 1;
        return next;
    }

    /** Sees to a record that could not be read; a dead letter of it is emitted as soon as there is room. */
    void refuse(BadRecord bad, ReadPartition from) throws SegmentFailure {
        String cause = poison.letterCause(bad);
        if (cause != null) {
            again.add(from.letter(bad, cause));
        }
    }

    /**
     * Opens an attempt of a root whose segments are a run of a batch; its value is taken by whoever reads the batch.
     */
    void open(Root root, Batch into, int end) {
        do {
            number++;
        } while (places[place(number)] != null);
        long id = AckDesk.root(ordinal, number);
        long value = emission.fresh();
        root.attempt(id);
        places[place(id)] = root;
        if (ledger.open(id, value) != AckOutcome.PENDING) {
            throw new IllegalStateException("there was no room for a root, though it was counted");
        }
        into.endRun(end, id, value, root.origin);
    }

    private int place(long id) {
        return (int) id & places.length - 1;
    }

    private Root removed(long id) {
        Root root = places[place(id)];
        if (root == null || root.id() != id) {
            throw new IllegalStateException("a root is open in the ledger only");
        }
        places[place(id)] = null;
        return root;
    }

    /** Takes what tasks say of its roots. */
    void take(Acks acks) {
        for (int i = 0; i < acks.size(); i++) {
            if (ledger.ack(acks.root(i), acks.value(i)) == AckOutcome.COMPLETED) {
                removed(acks.root(i)).settle();
            }
        }
        for (int i = 0; i < acks.failures(); i++) {
            if (ledger.abandon(acks.failed(i))) {
                failed(removed(acks.failed(i)));
            }
        }
        for (int i = 0; i < acks.losses(); i++) {
            if (ledger.abandon(acks.lost(i))) {
                again.add(removed(acks.lost(i)));
            }
        }
    }

    /**
     * Lets time pass; what was open for too long is tried again later. As long as the oldest roots get done the others
     * merely wait in line behind a slow task, and no time counts: to emit them again would only make the line longer.
     */
    boolean tick(long now) {
        nowNanos = now;
        if (!nextTick.isDue(now)) {
            return false;
        }
        nextTick.set(now + tickNanos);
        boolean moved = oldest() != first;
        if (moved) {
            ledger.restart();
        }
        int expired = moved ? 0 : ledger.tick(id -> failed(removed(id)));
        first = oldest();
        return expired > 0;
    }

    private long oldest() {
        return ledger.size() == 0 ? 0 : ledger.oldest();
    }

    private void failed(Root root) {
        root.fail(nowNanos);
        if (!root.isPoison() || root.isLetter()) {
            later.add(root);
        } else if (!root.isSingle()) {
            for (int i = root.from; i < root.to; i++) {
                again.add(root.part(i, limit));
            }
            root.settle();
        } else if (poison.isLeftOut(root)) {
            root.settle();
        } else {
            again.add(root);
        }
    }

    /** Forgets the roots of a partition that somebody else reads from now on. */
    void forget(ReadPartition partition) {
        again.removeIf(root -> root.partition == partition);
        later.removeIf(root -> root.partition == partition);
    }
}
