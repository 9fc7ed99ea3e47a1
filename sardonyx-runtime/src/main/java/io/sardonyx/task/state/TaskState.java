package io.sardonyx.task.state;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StateFiles;
import io.sardonyx.content.StatePart;
import io.sardonyx.function.EventTime;
import io.sardonyx.function.KeyedState;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.serial.Codecs;
import io.sardonyx.table.DamagedState;
import io.sardonyx.table.FileChain;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.PartialTotals;
import io.sardonyx.table.StateMatch;
import io.sardonyx.table.TaskTables;
import io.sardonyx.task.input.StoreQuery;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State of a task at one peer, from fence to fence: at a mark it is frozen and stored while the task goes on; when the
 * log says that the checkpoint is complete, nothing before it is ever taken back; at a new fence it is taken back to
 * the checkpoint that everybody starts from, or loaded if the peer owns other keys than before.
 *
 * <p>Confined to the thread of the task's turn.
 */
public final class TaskState implements KeyedState {

    /** A state file up to this length is part of the manifest. */
    private static final int INLINE_BYTES = 8 << 10;
    /** Below this number of rows it is tried whether a state without files is as small as that. */
    private static final int INLINE_ROWS = 512;
    /** Longest rest while the store is to be asked again. */
    private static final long RETRY_NANOS = 100_000_000;
    /** Rows that are written in one turn, and those that are looked at for some that have expired. */
    private static final int ROWS_PER_TURN = 4096;
    /** Less is not taken note of, so that turns do not contend for the sum of the process. */
    private static final long LEAST_WEIGHED_BYTES = 64 << 10;

    private final Assignment self;
    private final TaskTables tables;
    private final Codecs codecs;
    private final @Nullable KeyFunction keys;
    private final @Nullable EventTime eventTime;
    private final @Nullable UpcomingKeys upcoming;
    private final Documents documents;
    private final Supplier<@Nullable Blobs> blobs;
    private final Job.Resuming resume;
    private final StoreQuery store;
    private final InstantSource clock;
    private final StateBudget budget;
    private long weighed;
    private final TreeMap<Long, Snapshot> checkpoints = new TreeMap<>();
    private KeyGroupSet groups = KeyGroupSet.of(group -> false);
    private FileChain chain;
    private TaskOrders orders;
    private boolean ready;
    /* The time by which rows expire; it stands still while keys are given in the end. */
    private long nowMillis;
    /* The latest event time of all segments that were taken, also when the state was frozen; 0 before the first. */
    private long eventMillis;
    private long frozenEventMillis;
    private boolean ended;
    private long committed;
    private @Nullable StateLoader loader;
    /* The checkpoint that is being stored, 0 if there is none; and what is to be told of it, once it is. */
    private long storing;
    private TaskTables.@Nullable Frozen writer;
    private @Nullable StatePart part;
    private byte @Nullable [] told;

    /** What the state of a checkpoint consists of, and the event time at its mark. */
    private record Snapshot(FileChain chain, long eventMillis) {}

    /**
     * @param keys of segments; null if the task does not group them
     * @param eventTime of segments, by which rows expire; null if they do by the time of day
     */
    public TaskState(
            Assignment self,
            TaskTables tables,
            @Nullable KeyFunction keys,
            @Nullable EventTime eventTime,
            StateServices services,
            TaskOrders orders) {
        this.self = self;
        this.tables = tables;
        this.upcoming = keys == null ? null : new UpcomingKeys(tables, keys);
        this.codecs = services.codecs;
        this.keys = keys;
        this.eventTime = eventTime;
        this.documents = services.documents;
        this.blobs = services.blobs;
        this.clock = services.clock;
        this.resume = services.resume;
        this.budget = services.budget;
        this.store = StoreQuery.ofState(services.mailbox, self.job(), self.task());
        this.chain = FileChain.empty(tables.count());
        this.orders = orders;
    }

    /**
     * What state needs of its task and process: how and where it is stored, how answers come back, the time of day, and
     * memory.
     *
     * @param blobs for large states; null if there is no such place
     * @param resume what is taken over of the state of another job, if the job begins with a checkpoint of one
     */
    public record StateServices(
            Codecs codecs,
            Documents documents,
            Supplier<@Nullable Blobs> blobs,
            Mailbox mailbox,
            InstantSource clock,
            Job.Resuming resume,
            StateBudget budget) {}

    @Override
    public Object handle(String name) {
        return tables.handle(name);
    }

    @Override
    public void announce(Object[] segments, int from, int to) {
        if (upcoming != null) {
            upcoming.announce(segments, from, to);
        }
    }

    @Override
    public boolean seek(Object segment) throws Throwable {
        Object key = upcoming == null ? null : upcoming.take();
        if (segment instanceof PartialTotals totals) {
            tables.merge(totals);
            return false;
        }
        try {
            if (eventTime != null) {
                happened(eventTime.millis(segment));
            }
            if (keys == null) {
                tables.seekOnly();
            } else {
                tables.seek(key == null ? keys.key(segment) : key);
            }
        } catch (Throwable thrown) {
            tables.settle();
            throw thrown;
        }
        return true;
    }

    private void happened(long millis) {
        if (millis > eventMillis) {
            eventMillis = millis;
            tables.now(millis);
        }
    }

    @Override
    public void rollBack() {
        tables.rollBack();
    }

    /** The same state for a function that is called with keys instead of segments. */
    public KeyedState byKey() {
        return new KeyedState() {
            @Override
            public Object handle(String name) {
                return tables.handle(name);
            }

            @Override
            public boolean seek(Object key) {
                tables.seek(key);
                return true;
            }

            @Override
            public void rollBack() {
                tables.rollBack();
            }
        };
    }

    /** All keys that have state, when nothing is to come; no more rows expire, and functions only read from now on. */
    public TaskTables.Keys keys() {
        ended = true;
        tables.readOnly(true);
        return tables.keys();
    }

    /** Starts at a new fence, where the peer owns some key groups. */
    public void connect(TaskOrders latest, KeyGroupSet owned) {
        orders = latest;
        long base = latest.checkpoints().baseNumber();
        Snapshot known = checkpoints.get(base);
        boolean kept = ready
                && owned.equals(groups)
                && base >= committed
                && base < tables.generation()
                && tables.canRewind(base)
                && (known != null || base == 0);
        storing = 0;
        ended = false;
        tables.readOnly(false);
        writer = null;
        part = null;
        told = null;
        if (loader != null) {
            loader.close();
            loader = null;
        }
        if (kept) {
            tables.rewind(base);
            tables.commit(base);
            chain = known == null ? FileChain.empty(tables.count()) : known.chain;
            setBack(known == null ? 0 : known.eventMillis);
            checkpoints.tailMap(base, false).clear();
        } else {
            tables.reset(base);
            checkpoints.clear();
            ready = base == 0;
            chain = FileChain.empty(tables.count());
            setBack(0);
            checkpoints.put(base, new Snapshot(chain, 0));
        }
        groups = owned;
        committed = base;
    }

    /** Sets the event time back to that of a checkpoint. */
    private void setBack(long millis) {
        eventMillis = millis;
        if (eventTime != null) {
            tables.now(millis);
        }
    }

    /** Follows orders of the same fence, which may say that another checkpoint is complete. */
    public void follow(TaskOrders latest) {
        orders = latest;
        long complete = latest.checkpoints().latestNumber();
        if (ready && complete > committed) {
            committed = complete;
            tables.commit(complete);
            checkpoints.headMap(complete, false).clear();
        }
    }

    /** Whether the state is there, so that segments may be processed. */
    public boolean isReady() {
        return ready;
    }

    /** Whether a checkpoint is being stored, or state is loaded. */
    public boolean isBusy() {
        return !ready || storing != 0 && part == null;
    }

    /**
     * Time until it needs another turn, unless an answer of the store comes before: none while there are rows to write,
     * a while after a failure.
     */
    public long restNanos(long nowNanos) {
        if (!isBusy() || store.isAsking()) {
            return Long.MAX_VALUE;
        }
        return store.isDue(nowNanos) ? 0 : RETRY_NANOS;
    }

    /** Loads state, or stores some more of a checkpoint; whether anything was done. */
    public boolean tend(long nowNanos) {
        if (!ready) {
            return load(nowNanos);
        }
        if (tables.isTimed() && !ended) {
            expire();
        }
        tables.boundUndo();
        weigh();
        TaskTables.Frozen open = writer;
        if (storing == 0 || part != null || open == null) {
            return false;
        }
        return !open.write(ROWS_PER_TURN) || stored(open, nowNanos);
    }

    /**
     * Takes note of what the state has grown by, and the file of a checkpoint until it is stored.
     *
     * @throws StateTooLarge if that is more than the process has for state
     */
    private void weigh() {
        TaskTables.Frozen open = writer;
        long file = open == null ? 0 : open.bytes();
        long more = tables.bytes() + file - weighed;
        if (Math.abs(more) < LEAST_WEIGHED_BYTES) {
            return;
        }
        weighed += more;
        if (!budget.take(more) && more > 0) {
            throw StateTooLarge.forProcess(self, tables.sizes(), file, budget.most());
        }
    }

    /** Gives back what it has of the memory for state. */
    public void close() {
        budget.take(-weighed);
        weighed = 0;
    }

    /** How large each state is. */
    public List<StateFigures> figures() {
        return tables.sizes().stream()
                .map(size -> new StateFigures(size.state(), size.keys(), size.bytes()))
                .toList();
    }

    /** Removes some of the rows that have expired, at most once a millisecond. */
    private void expire() {
        long now = eventTime == null ? clock.millis() : eventMillis;
        if (now != nowMillis) {
            nowMillis = now;
            tables.now(now);
            tables.sweep(ROWS_PER_TURN);
        }
    }

    private boolean load(long nowNanos) {
        StateLoader open = loader;
        if (open != null) {
            boolean loaded = open.tend(nowNanos);
            weigh();
            if (loaded) {
                CompletedCheckpoint base = orders.checkpoints().base();
                boolean own = base == null || base.of() == null;
                // Of another job the files are read, but not kept by this one's checkpoints.
                chain = own ? open.chain() : FileChain.empty(tables.count());
                checkpoints.put(orders.checkpoints().baseNumber(), new Snapshot(chain, eventMillis));
                loader = null;
                ready = true;
                follow(orders);
            }
            return loaded;
        }
        if (store.isAsking() || !store.isDue(nowNanos)) {
            return false;
        }
        CompletedCheckpoint base = orders.checkpoints().base();
        store.ask(Manifest.read(documents, self.job(), base), manifest -> {
            if (!ready
                    && loader == null
                    && Objects.equals(base, orders.checkpoints().base())) {
                tables.reset(orders.checkpoints().baseNumber());
                tables.now(clock.millis());
                loader = loaderOf(manifest, base == null || base.of() == null);
            }
        });
        return true;
    }

    /**
     * @param own whether the checkpoint is of this job
     * @throws BadInput if state is left over on either side which the job says nothing of
     */
    private StateLoader loaderOf(Manifest manifest, boolean own) {
        TaskName origin = own ? self.task() : resume.origin(self.task());
        List<StatePart> parts = origin == null ? List.of() : manifest.states(origin);
        StateMatch match = own
                ? null
                : new StateMatch(
                        state -> resume.isFresh(self.task(), state),
                        state -> origin == null || resume.isDropped(origin, state));
        TaskTables.Loading reader = tables.loading(codecs, match);
        if (parts.isEmpty()) {
            try {
                reader.checkNothing();
            } catch (DamagedState e) {
                throw new BadInput("the checkpoint of the other job: " + e.getMessage(), e);
            }
        }
        if (eventTime != null) {
            setBack(parts.stream()
                    .filter(each ->
                            !groups.and(KeyGroupSet.parse(each.groups())).isEmpty())
                    .mapToLong(StatePart::eventMillis)
                    .max()
                    .orElse(0));
        }
        return new StateLoader(reader, groups, parts, blobs, store);
    }

    /**
     * Freezes the state at a mark, to be stored from now on; false while the checkpoint before is not stored, or this
     * peer has not heard that it is complete. A mark only comes once that is in the log, so it will hear.
     */
    public boolean freeze(long number) {
        // rows that the checkpoint before has removed are freed when it is complete, while no later undo log has them
        if (storing != 0 || committed < number - 1) {
            return false;
        }
        storing = number;
        frozenEventMillis = eventMillis;
        boolean small = chain.files().isEmpty() && tables.rowCount() <= INLINE_ROWS;
        writer = tables.freeze(codecs, small ? cell -> true : chain.wholeCells());
        return true;
    }

    /** Stores a file that is written; whether anything was done. */
    private boolean stored(TaskTables.Frozen open, long nowNanos) {
        if (open.size() <= INLINE_BYTES && open.isWhole()) {
            chain = FileChain.empty(tables.count());
            done(new StatePart(
                    groups.toString(),
                    List.of(),
                    Base64.getEncoder().encodeToString(bytes(open)),
                    tables.rowCount(),
                    frozenEventMillis));
            return true;
        }
        if (!open.hasChunks()) {
            done(part(chain));
            return true;
        }
        if (store.isAsking() || !store.isDue(nowNanos)) {
            return false;
        }
        String name = StateFiles.name(self.job(), self.task(), storing, orders.fence(), self.slot());
        FileChain next = chain.with(new FileChain.Stored(name, open.size()), open.chunks());
        store.ask("state file " + name, () -> place(open).write(name, open.content()), written -> {
            if (open == writer) {
                chain = next;
                done(part(next));
            }
        });
        return true;
    }

    /** Where large states are stored, of which this is one. */
    private Blobs place(TaskTables.Frozen large) {
        Blobs place = blobs.get();
        if (place == null) {
            throw new StateTooLarge("the state of task " + self.task() + " has " + large.size()
                    + " bytes; without a store of blobs at most " + INLINE_BYTES
                    + " are stored: start the cluster with --state file:/directory");
        }
        return place;
    }

    private static byte[] bytes(TaskTables.Frozen file) {
        var bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : file.content()) {
            bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
        return bytes.toByteArray();
    }

    private StatePart part(FileChain files) {
        return new StatePart(
                groups.toString(),
                files.files().stream()
                        .map(file -> new StatePart.File(file.name(), file.bytes()))
                        .toList(),
                null,
                tables.rowCount(),
                frozenEventMillis);
    }

    private void done(StatePart stored) {
        part = stored;
        writer = null;
        checkpoints.put(storing, new Snapshot(chain, frozenEventMillis));
    }

    /** Number of the checkpoint that is being stored, or that is stored and not yet taken; else 0. */
    public long storing() {
        return storing;
    }

    /** Says what the task's input or output tell of the checkpoint that is being stored; empty if nothing. */
    public void tell(byte[] others) {
        told = others;
    }

    /** What the task tells of the checkpoint, once, when its state is stored and all else is told; null before. */
    public byte @Nullable [] takeStored() {
        StatePart stored = part;
        byte[] others = told;
        if (stored == null || others == null) {
            return null;
        }
        storing = 0;
        part = null;
        told = null;
        Manifest.Part all = others.length == 0
                ? new Manifest.Part(self.task(), self.slot(), null, false, null)
                : Manifest.Part.read(others);
        return all.with(stored).bytes();
    }

    @Nullable
    public Waiting waiting() {
        return store.waiting();
    }
}
