package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.SegmentOrigin;
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
 * Pending roots of one input: acks, timeouts and replays. A root is pending until all that grew from it is acked, and
 * emitted again (replayed) when it was lost, when a task reports that it failed, and when the fence changes. Each
 * attempt has a new id.
 *
 * <p>A timeout makes losses, never failures. Any ack or heartbeat shows that the pipeline moves, and roots queued in it
 * do not expire. When nothing was heard for the whole timeout, the oldest attempt is taken as lost, and with it those
 * that a newer one has overtaken; the others wait on, and the timeout doubles. While others move, an attempt expires
 * only if a newer one has overtaken it and no task has named it for ten times the timeout.
 *
 * <p>Confined to the thread of the task's turn.
 */
public final class PendingRoots {

    /** Ticks per timeout: the resolution of the clock. */
    private static final int TICKS = 10;
    /** Upper limit of the timeout's growth during silence. */
    private static final int MOST_TIMES = 64;
    /** Timeouts without a heartbeat for an attempt before it is lost while others move. */
    private static final int UNNAMED_TIMES = 10;
    /* Adaptive root size: an attempt older than 1/4 of the timeout is slow, younger than 1/16 quick. */
    private static final int SLOW_PART = 4;
    private static final int QUICK_PART = 16;
    /* Upper bits of an id that hold the input's ordinal; shifted out to compare attempts by age. */
    private static final int ORDINAL_BITS = 16;

    /** Policy for segments that used up their attempts (poison), and for bad records. */
    public interface Poison {
        /** Decides about a poison root: skip it, make it a dead letter, or keep it because it ends the job. */
        FailureHandler.Verdict poisoned(Root root);

        /**
         * Decides about a poison segment of a queued task: skip it, make it a dead letter, or keep it because it ends
         * the job.
         *
         * @param failures number of its attempts
         */
        default FailureHandler.Verdict poisoned(Object segment, @Nullable SegmentOrigin origin, int failures) {
            throw new IllegalStateException(cause(failures));
        }

        /** The cause told of a poison segment. */
        static String cause(int failures) {
            return "it failed in " + failures + " attempts";
        }

        /**
         * Decides about a record that could not be parsed: the cause for a dead letter, or null to skip it.
         *
         * @throws SegmentFailure when the job is to be killed or the task to be restarted
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
     * Direct-mapped table of pending ids without collisions: index is the id modulo its size, and ids whose index is
     * in use are skipped. Beside each root its id and, for a split root, the part.
     */
    private final Root[] places;
    private final long[] placeIds;
    private final int[] placeParts;
    /* Roots to be replayed at once, and those that wait for their back-off. */
    private final ArrayDeque<Root> again = new ArrayDeque<>();
    private final PriorityQueue<Root> later = new PriorityQueue<>(Comparator.comparingLong(Root::dueNanos));
    /* Attempts abandoned since downstream tasks were last told. */
    private Acks abandoned = new Acks(0);
    private int ordinal;
    private long number;
    private long nowNanos;
    /* Whether any ack or heartbeat came since the last tick. */
    private boolean heard;
    private int silentTicks;
    private int silenceLimit = TICKS;
    /* Newest attempt that is done, shifted left by the ordinal's bits; compared by difference, since ids wrap. */
    private long newestDone;
    /* Segments per root, adapted to how long roots take. */
    private int most;
    private final Deadline adapted = new Deadline();
    private long replays;

    /** @param tasks those of the job, by their indexes in its catalog */
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

    /** Starts a new fence: every pending root is to be replayed, under this input's new ordinal. */
    void follow(int newOrdinal) {
        ordinal = newOrdinal;
        ledger.abandonAll(id -> again.add(removed(id)));
        abandoned = new Acks(0);
        silentTicks = 0;
    }

    /** Whether an attempt is neither done nor abandoned. */
    boolean isOpen(long id) {
        return ledger.pending(id) != 0;
    }

    /** Attempts abandoned since the last call, or null when there are none. */
    @Nullable
    Acks abandoned() {
        if (abandoned.isEmpty()) {
            return null;
        }
        Acks some = abandoned;
        abandoned = new Acks(0);
        return some;
    }

    /** Number of segments for one root: fewer where roots take long. */
    int rootSize() {
        return segmentRoots ? 1 : most;
    }

    /**
     * Number of segments to read at once. Many small roots together cost little more than one, so they are read
     * together, unless roots are small because calls are slow.
     */
    int readSize() {
        if (segmentRoots) {
            return Math.min(most, ledger.capacity());
        }
        long together = Math.min(ChannelLimits.SEGMENTS_TOGETHER, (long) most * ledger.capacity());
        return most < batchSize ? most : (int) Math.max(most, together);
    }

    /** Whether {@code count} more roots stay within the limit of pending roots. */
    boolean hasRoomFor(int count) {
        return ledger.size() + again.size() + later.size() + count <= ledger.capacity();
    }

    /** Number of pending roots, those to be replayed included. */
    int open() {
        return ledger.size() + again.size() + later.size();
    }

    long replays() {
        return replays;
    }

    /** Whether a root is to be replayed, or downstream tasks are to be told of an abandoned one, without delay. */
    boolean isWaiting() {
        return !again.isEmpty() || !abandoned.isEmpty();
    }

    /** The next root to be replayed, or null; the parts of a root wait until there is room for them. */
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

    /** Handles a record that could not be parsed; its dead letter is emitted as soon as there is room. */
    void refuse(BadRecord bad, PartitionReader from) throws SegmentFailure {
        String cause = poison.letterCause(bad);
        if (cause == null) {
            from.leaveOut(bad);
        } else {
            again.add(from.letter(bad, cause));
        }
    }

    /** Opens an attempt of a root as a run of a batch; the run's value is the first term of the root's xor. */
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

    /** The root of an attempt; a part that had only an id becomes a root of its own, to fail or be replayed alone. */
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

    /** Processes a bundle of acks. Skips first, because an ack may complete the root. */
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

    /**
     * Adapts the root size to the age of a completed attempt. Only attempts opened after a change count for the next.
     */
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

    /** Whether an attempt opened later is done already. */
    private boolean isOvertaken(long id) {
        return newestDone - (id << ORDINAL_BITS) > 0;
    }

    /** Advances the timeout clock; whether any attempt expired. */
    boolean tick(long now) {
        nowNanos = now;
        if (!nextTick.isDue(now)) {
            return false;
        }
        nextTick.set(now + timeoutNanos / TICKS);
        if (heard || ledger.size() == 0) {
            heard = false;
            /*
             * The limit adapts to the silences seen, since calls may last as long: it grows at once and shrinks slowly.
             */
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

    /**
     * Schedules a failed root: retry after a back-off; when its attempts are used up, retry its segments one by one, or
     * let the policy decide about a single one.
     */
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

    /** Forgets the roots of a partition that another peer reads from now on. */
    void forget(PartitionReader partition) {
        again.removeIf(root -> root.partition == partition);
        later.removeIf(root -> root.partition == partition);
    }
}
