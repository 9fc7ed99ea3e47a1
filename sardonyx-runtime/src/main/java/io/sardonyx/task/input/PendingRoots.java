package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.flow.AckLedger;
import io.sardonyx.flow.AckOutcome;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.task.AckBuffer;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.FailureHandler;
import io.sardonyx.task.SegmentFailure;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The open roots of one input, each until all that grew from it is done: emitted again when they are lost, when a task
 * says that they failed, and when the fence changes.
 *
 * <p>Time makes losses, never failures. Whatever a task says of any root, be it a heartbeat, shows that the line moves,
 * and what waits in it does not expire. When nothing was heard for the whole timeout the oldest attempt is held for
 * lost, and with it those that a newer one has overtaken; the others wait on, and the timeout doubles. While others
 * move an attempt expires only if a newer one has overtaken it and no task has named it for ten times the timeout.
 */
public final class PendingRoots {

    /** In so many ticks a timeout passes. */
    private static final int TICKS = 10;
    /** By so much the timeout grows at most, where nothing is heard for so long. */
    private static final int MOST_TIMES = 64;
    /** For so many timeouts nobody names an attempt before it is held for lost while others move. */
    private static final int UNNAMED_TIMES = 10;
    /* An attempt that takes more than this part of the timeout is slow, and less than that part quick. */
    private static final int SLOW_PART = 4;
    private static final int QUICK_PART = 16;
    /* The bits of an id that do not count attempts. */
    private static final int ORDINAL_BITS = 16;

    /** Decides about a segment that must not be tried again. */
    public interface Poison {
        /** To leave it out, or that it has become a dead letter, or to keep it because it ends the job. */
        FailureHandler.Verdict poisoned(Root root);

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
    private final AckValues ackValues;
    private final Poison poison;
    private final List<TaskName> tasks;
    private final long timeoutNanos;
    private final int failureLimit;
    private final int batchSize;
    private final boolean segmentRoots;
    private final Deadline nextTick = new Deadline();
    /*
     * Where each open id is: the id, cut to the size of this. No two open ids have the same place. Beside it the id
     * and, of a root whose parts have ids of their own, which part.
     */
    private final Root[] places;
    private final long[] placeIds;
    private final int[] placeParts;
    private final ArrayDeque<Root> again = new ArrayDeque<>();
    private final PriorityQueue<Root> later = new PriorityQueue<>(Comparator.comparingLong(Root::dueNanos));
    private Acks abandoned = new Acks(0);
    private int ordinal;
    private long number;
    private long nowNanos;
    private boolean heard;
    private int silentTicks;
    private int silenceLimit = TICKS;
    /* The newest attempt that is done, without its ordinal. */
    private long newestDone;
    private int most;
    private final Deadline adapted = new Deadline();
    private long replays;

    /** @param tasks those of the job, in the order of its catalog */
    public PendingRoots(Tuning tuning, AckValues ackValues, Poison poison, List<TaskName> tasks) {
        this.ledger = new AckLedger(tuning.pendingRoots(), UNNAMED_TIMES * TICKS);
        this.ackValues = ackValues;
        this.poison = poison;
        this.tasks = tasks;
        this.failureLimit = tuning.attempts();
        this.timeoutNanos = tuning.pendingTimeout().toNanos();
        this.batchSize = tuning.batchSize();
        this.segmentRoots = tuning.roots() == Tuning.Roots.SEGMENT;
        this.most = batchSize;
        this.places = new Root[Integer.highestOneBit(tuning.pendingRoots()) * 4];
        this.placeIds = new long[places.length];
        this.placeParts = new int[places.length];
        this.number = ackValues.fresh();
        this.newestDone = number << ORDINAL_BITS;
    }

    /** The places of the job have changed: whatever is open is emitted again, by this number among the inputs. */
    void follow(int newOrdinal) {
        ordinal = newOrdinal;
        ledger.abandonAll(id -> again.add(removed(id)));
        abandoned = new Acks(0);
        silentTicks = 0;
    }

    /** Whether an attempt is not done and was not abandoned. */
    boolean isOpen(long id) {
        return ledger.pending(id) != 0;
    }

    /** The attempts that were abandoned since this was last asked for, or null when there are none. */
    @Nullable
    Acks abandoned() {
        if (abandoned.isEmpty()) {
            return null;
        }
        Acks some = abandoned;
        abandoned = new Acks(0);
        return some;
    }

    /** How many segments to read for one root: fewer where roots take long. */
    int rootSize() {
        return segmentRoots ? 1 : most;
    }

    /**
     * How many segments to read at once. Many small roots together cost little more than one, so they are read
     * together, unless roots are small because calls are slow.
     */
    int readSize() {
        if (segmentRoots) {
            return Math.min(most, ledger.capacity());
        }
        long together = Math.min(ChannelLimits.SEGMENTS_TOGETHER, (long) most * ledger.capacity());
        return most < batchSize ? most : (int) Math.max(most, together);
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
    void refuse(BadRecord bad, PartitionReader from) throws SegmentFailure {
        String cause = poison.letterCause(bad);
        if (cause == null) {
            from.leaveOut(bad);
        } else {
            again.add(from.letter(bad, cause));
        }
    }

    /**
     * Opens an attempt of a root whose segments are a run of a batch; its value is taken by whoever reads the batch.
     */
    void open(Root root, Batch into, int end) {
        root.attempt(open(root, 0, into, end), nowNanos);
    }

    /** As {@link #open(Root, Batch, int)}, with a run and an id for every {@code step} segments. */
    void openParts(Root root, Batch into, int step) {
        int parts = root.split(step, nowNanos);
        for (int part = 0; part < parts; part++) {
            open(root, part, into, root.partEnd(part));
        }
    }

    private long open(Root root, int part, Batch into, int end) {
        do {
            number++;
        } while (places[place(number)] != null);
        long id = AckBuffer.root(ordinal, number);
        long value = ackValues.fresh();
        put(id, root, part);
        if (ledger.open(id, value) != AckOutcome.PENDING) {
            throw new IllegalStateException("there was no room for a root, though it was counted");
        }
        into.endRun(end, id, value, root.origin);
        return id;
    }

    private void put(long id, Root root, int part) {
        int place = place(id);
        places[place] = root;
        placeIds[place] = id;
        placeParts[place] = part;
    }

    private int place(long id) {
        return (int) id & places.length - 1;
    }

    private Root at(long id) {
        Root root = places[place(id)];
        if (root == null || placeIds[place(id)] != id) {
            throw new IllegalStateException("a root is open in the ledger only");
        }
        return root;
    }

    /** The root of an attempt; of a part that had only an id of its own it is made. */
    private Root separate(long id) {
        Root root = at(id);
        if (root.isSplit()) {
            root = root.separated(placeParts[place(id)], id, failureLimit);
            put(id, root, 0);
        }
        return root;
    }

    private Root removed(long id) {
        Root root = separate(id);
        places[place(id)] = null;
        return root;
    }

    /** Takes what tasks say of its roots. */
    void take(Acks acks) {
        heard = true;
        for (int i = 0; i < acks.skips(); i++) {
            if (isOpen(acks.skippedRoot(i)) && acks.skippedTask(i) < tasks.size()) {
                separate(acks.skippedRoot(i)).skip(tasks.get(acks.skippedTask(i)), acks.skippedCount(i));
            }
        }
        for (int i = 0; i < acks.size(); i++) {
            if (acks.value(i) == 0) {
                ledger.renew(acks.root(i));
            } else if (ledger.ack(acks.root(i), acks.value(i)) == AckOutcome.COMPLETED) {
                done(acks.root(i));
            }
        }
        for (int i = 0; i < acks.failures(); i++) {
            if (ledger.abandon(acks.failed(i))) {
                abandoned.lose(acks.failed(i));
                failed(removed(acks.failed(i)));
            }
        }
        for (int i = 0; i < acks.losses(); i++) {
            if (ledger.abandon(acks.lost(i))) {
                lost(acks.lost(i));
            }
        }
    }

    private void done(long id) {
        Root root = at(id);
        places[place(id)] = null;
        long counted = id << ORDINAL_BITS;
        newestDone = counted - newestDone > 0 ? counted : newestDone;
        adapt(root);
        root.settle();
    }

    /** Each change is given the time to show: only attempts that were opened after it count for the next. */
    private void adapt(Root root) {
        if (!adapted.isDue(root.openedNanos())) {
            return;
        }
        long age = nowNanos - root.openedNanos();
        int before = most;
        if (age > timeoutNanos / SLOW_PART) {
            most = Math.max(1, most / 2);
        } else if (age < timeoutNanos / QUICK_PART) {
            most = Math.min(batchSize, 2 * most);
        }
        if (most != before) {
            adapted.set(nowNanos);
        }
    }

    private boolean isOvertaken(long id) {
        return newestDone - (id << ORDINAL_BITS) > 0;
    }

    /** Lets time pass; whether something expired. */
    boolean tick(long now) {
        nowNanos = now;
        if (!nextTick.isDue(now)) {
            return false;
        }
        nextTick.set(now + timeoutNanos / TICKS);
        if (heard || ledger.size() == 0) {
            heard = false;
            /* Calls last as long as silences did; what is expected grows at once and shrinks slowly. */
            silenceLimit = Math.max(silenceLimit - 1, Math.min(2 * silentTicks, MOST_TIMES * TICKS));
            silenceLimit = Math.max(silenceLimit, TICKS);
            silentTicks = 0;
            return ledger.tick(this::isOvertaken, this::lost) > 0;
        }
        silentTicks++;
        if (silentTicks < silenceLimit) {
            return false;
        }
        silentTicks = 0;
        silenceLimit = Math.min(2 * silenceLimit, MOST_TIMES * TICKS);
        do {
            long oldest = ledger.oldest();
            ledger.abandon(oldest);
            lost(oldest);
        } while (ledger.size() > 0 && isOvertaken(ledger.oldest()));
        return true;
    }

    private void lost(long id) {
        abandoned.lose(id);
        again.add(removed(id));
    }

    private void failed(Root root) {
        root.fail(nowNanos);
        if (!root.isPoison() || root.isLetter()) {
            later.add(root);
        } else if (!root.isSingle()) {
            for (int i = root.from; i < root.to; i++) {
                again.add(root.part(i, failureLimit));
            }
            root.settle();
        } else {
            switch (poison.poisoned(root)) {
                case LEAVE_OUT -> root.settle();
                case DEAD_LETTER -> again.add(root);
                case WAIT -> later.add(root);
            }
        }
    }

    /** Forgets the roots of a partition that somebody else reads from now on. */
    void forget(PartitionReader partition) {
        again.removeIf(root -> root.partition == partition);
        later.removeIf(root -> root.partition == partition);
    }
}
