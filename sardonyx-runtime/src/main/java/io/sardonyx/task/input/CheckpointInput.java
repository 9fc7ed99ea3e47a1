package io.sardonyx.task.input;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.content.Manifest;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.SegmentFailure;
import io.sardonyx.task.TaskChannels;
import io.sardonyx.task.TaskEvents.AckedCheckpoint;
import io.sardonyx.task.TaskWiring;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Batch source of an input in a job with checkpoints: reads partitions from where the latest checkpoint has them, and
 * ends a root with each mark of the keeper. Nothing that was read is kept; after a failure everybody starts again from
 * the latest checkpoint.
 *
 * <p>An input asks the keeper for a mark when it has read something and the interval is over, when it has come to its
 * end, and when its process is about to leave. So a job with nothing to read makes no checkpoints.
 */
public final class CheckpointInput implements BatchSource {

    /** Listener for what the keeper and the input report. */
    public interface Events {

        /** Everybody has acked a checkpoint, and its manifest is stored. */
        void checkpointed(AckedCheckpoint checkpoint);

        /** Something was lost, so that the job has to go back to its latest checkpoint. */
        void lost(String reason);

        /** The next call to the plugin begins, for the watchdog. */
        void calling();
    }

    /**
     * What the input needs from its task.
     *
     * @param tasks of the job, by their indexes in its catalog
     * @param before the tasks before each
     * @param totals whether a task of the job gives segments in the end, so that the last mark has to say that it is
     */
    public record Parts(
            Assignment self,
            List<TaskName> tasks,
            Function<TaskName, List<TaskName>> before,
            Tuning tuning,
            Job.Checkpointing policy,
            TaskStores stores,
            Mailbox mailbox,
            AckValues ackValues,
            CallProgress progress,
            boolean totals) {}

    /** An input idle for this long is taken as progress: it did not crash its process. */
    private static final long IDLE_NANOS = 2_000_000_000L;
    /** Longest rest while a checkpoint is under way or partitions have to be opened. */
    private static final long SELDOM_NANOS = 100_000_000;
    /** Longest rest while there is nothing to look after. */
    private static final long LONGEST_REST_NANOS = 1_000_000_000;
    /** A group that leaves waits no longer for a checkpoint, so nobody waits longer for it to leave. */
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;
    /** After so long a request for a mark is repeated, since it may have been lost. */
    private static final long ASK_AGAIN_NANOS = 1_000_000_000;

    private final Parts own;
    private final PluginReopener<Input> plugin;
    private final PendingRoots.Poison poison;
    private final Function<TaskOrders, TaskChannels> opening;
    private final Events events;
    private final CheckpointedPartitions partitions;
    private final StoreQuery manifests;
    private final long everyNanos;
    private final Map<Integer, PartitionReader> reading = new TreeMap<>();
    /* The values of reading as a list, to iterate without allocation. */
    private List<PartitionReader> inTurn = List.of();
    private final MarkedPositions marked = new MarkedPositions();
    private final InputFigures figures = new InputFigures();
    private final ArrayDeque<Object> letters = new ArrayDeque<>();
    private final PollBackOff pause = new PollBackOff();
    private final Deadline nextMark = new Deadline();
    private final Deadline askAgain = new Deadline();
    private final Deadline pauseEnd = new Deadline();
    private List<ChannelReceiver<Acks>> inlets = List.of();
    private List<ChannelSender<Acks>> inputs = List.of();
    private TaskOrders orders;
    private int ordinal;
    /* At the peer that is the keeper, once the manifest of the base is known. */
    private @Nullable CheckpointKeeper keeper;
    private @Nullable CheckpointProgress checkpoint;
    /* Number of the root that is being filled. */
    private long filling = 1;
    private boolean readSinceMark;
    private boolean endTold;
    /* Value of a mark that has come and was not given yet, 0 if there is none. */
    private long markValue;
    private boolean markLast;
    private byte[] part = {};
    private long skipped;
    /* Whether it shall pause after the next mark, and whether it pauses. */
    private boolean pausing;
    private boolean paused;
    private boolean torn;
    private int next;
    /* Most segments that are read at once, since the input or what comes behind it is slow. */
    private int limit = ChannelLimits.SEGMENTS_AT_FIRST;
    private boolean progressed;
    private boolean connected;
    private long connectedNanos;

    /** @param opening opens the channels under some orders */
    public CheckpointInput(
            Parts own,
            PluginReopener<Input> plugin,
            PendingRoots.Poison poison,
            TaskOrders orders,
            Function<TaskOrders, TaskChannels> opening,
            Events events) {
        this.own = own;
        this.plugin = plugin;
        this.poison = poison;
        this.orders = orders;
        this.opening = opening;
        this.events = events;
        this.partitions =
                new CheckpointedPartitions(own.self, own.tuning, own.stores.documents(), own.mailbox, own.progress);
        this.manifests = StoreQuery.ofPartitions(own.mailbox, own.self.job(), own.self.task());
        this.everyNanos = own.policy.every().toNanos();
    }

    /** What a task that is not an input sends the keeper when its group wants to leave. */
    public static Acks leavingRequest() {
        return CheckpointKeeper.requestOf(0, true);
    }

    @Override
    public TaskWiring connect(TaskOrders newOrders) {
        TaskChannels channels = opening.apply(newOrders);
        orders = newOrders;
        inlets = channels.ackInlets();
        inputs = channels.toInputs();
        ordinal = channels.ordinal();
        figures.connect(newOrders, ordinal == 0, checkpoint);
        keeper = null;
        checkpoint = null;
        closeAll();
        partitions.follow(
                channels.index(), channels.peers(), newOrders.checkpoints().base());
        filling = newOrders.checkpoints().baseNumber() + 1;
        marked.clear();
        letters.clear();
        readSinceMark = false;
        endTold = false;
        markValue = 0;
        skipped = 0;
        torn = false;
        pausing = false;
        paused = false;
        progressed = false;
        connected = true;
        return channels;
    }

    private void closeAll() {
        inTurn.forEach(InputReader::close);
        reading.clear();
        inTurn = List.of();
        next = 0;
    }

    @Override
    public void follow(TaskOrders newOrders) {
        orders = newOrders;
    }

    /** The acks of the keeper's own task go straight to it. */
    @Override
    public ChannelSender<Acks> own() {
        return new ChannelSender<>() {
            @Override
            public boolean offer(Acks bundle) {
                CheckpointKeeper mine = keeper;
                CheckpointProgress progress = checkpoint;
                if (mine != null && progress != null) {
                    mine.take(bundle, progress.own());
                }
                return true;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean tend(long nowNanos) throws Exception {
        if (connected) {
            connected = false;
            connectedNanos = nowNanos;
            figures.begin(orders, nowNanos);
            nextMark.set(nowNanos + everyNanos);
        }
        paused &= !pauseEnd.isDue(nowNanos);
        boolean worked = listen();
        Input input = plugin.instance();
        if (input == null) {
            return plugin.open() || worked;
        }
        try {
            partitions.tend(input, nowNanos);
            worked |= openMore(input);
            worked |= tellCompleted();
        } catch (Exception e) {
            away(e);
            return true;
        }
        Manifest base = partitions.manifest();
        if (base == null) {
            return worked;
        }
        if (keeper == null && ordinal == 0) {
            checkpoint = new CheckpointProgress(own.self, own.tasks, own.before, orders.routes(), figures.former());
            keeper = new CheckpointKeeper(own, checkpoint, orders, manifests, inputs, base);
        }
        ask(nowNanos);
        return keep(nowNanos) || worked;
    }

    /** Takes acks at the keeper, and marks of the keeper at any other input. */
    private boolean listen() {
        boolean any = false;
        CheckpointKeeper mine = keeper;
        for (int i = 0; i < inlets.size(); i++) {
            ChannelReceiver<Acks> inlet = inlets.get(i);
            if (ordinal == 0 ? mine == null : markValue != 0) {
                break;
            }
            for (Acks bundle = inlet.poll(); bundle != null; bundle = inlet.poll()) {
                any = true;
                if (mine != null) {
                    mine.take(bundle, i);
                } else if (bundle.size() > 0) {
                    markLast = (bundle.root(0) & Batch.LAST) != 0;
                    torn |= (bundle.root(0) & ~Batch.LAST) != filling;
                    markValue = bundle.value(0);
                    pausing = CheckpointKeeper.isPause(bundle);
                }
            }
        }
        return any;
    }

    private boolean keep(long nowNanos) {
        CheckpointKeeper mine = keeper;
        if (mine == null) {
            return false;
        }
        AckedCheckpoint acked = mine.tend(orders.checkpoints(), filling, nowNanos);
        if (acked != null) {
            events.checkpointed(acked);
        }
        mine.lost(root -> torn = true);
        if (markValue == 0) {
            markLast = mine.isFinishing();
            markValue = mine.takeOwnMark();
            pausing = markValue != 0 && mine.isPausing();
        }
        return acked != null || markValue != 0;
    }

    /** Asks the keeper for a mark, when there is reason to. */
    private void ask(long nowNanos) {
        boolean ended = partitions.isEnded(reading);
        boolean hurry = ended ? readSinceMark || !endTold : readSinceMark && !mayRead();
        boolean due = readSinceMark && nextMark.isDue(nowNanos);
        if (!hurry && !due || markValue != 0 || !askAgain.isDue(nowNanos)) {
            return;
        }
        CheckpointKeeper mine = keeper;
        if (mine != null) {
            if (!mine.isOpen()) {
                mine.request(orders.leaving());
            }
            return;
        }
        if (inputs.get(0).offer(CheckpointKeeper.requestOf(filling, orders.leaving()))) {
            askAgain.set(nowNanos + ASK_AGAIN_NANOS);
        }
    }

    private boolean openMore(Input input) throws Exception {
        int ends = 0;
        for (PartitionReader reader : inTurn) {
            ends += reader.leavesRoom() ? 0 : 1;
        }
        Map<Integer, PartitionReader> more = partitions.opened(InputReader.MOST_OPEN - ends, reading);
        if (!more.isEmpty()) {
            more.values().forEach(reader -> reader.follow(orders.fence()));
            reading.putAll(more);
            inTurn = List.copyOf(reading.values());
        }
        boolean any = !more.isEmpty();
        for (PartitionReader reader : inTurn) {
            if (!reader.isOpen()) {
                reader.resume(input);
                any = true;
            }
        }
        return closeEnded() || any;
    }

    /** Notes partitions that are at their end, and closes those whose plugins need not be told of the checkpoint. */
    private boolean closeEnded() {
        boolean any = false;
        for (int i = 0; i < inTurn.size(); i++) {
            any |= inTurn.get(i).isAtEnd();
        }
        if (!any) {
            return false;
        }
        any = false;
        for (var each : List.copyOf(reading.entrySet())) {
            PartitionReader reader = each.getValue();
            if (reader.isAtEnd()) {
                partitions.end(each.getKey());
                if (!reader.wantsCompleted() || reader.isFinished()) {
                    InputReader.close(reader);
                    reading.remove(each.getKey());
                    any = true;
                }
            }
        }
        if (any) {
            inTurn = List.copyOf(reading.values());
            next = 0;
        }
        return any;
    }

    /** Tells the plugins which positions are within a complete checkpoint. */
    private boolean tellCompleted() {
        long complete = orders.checkpoints().latestNumber();
        figures.committed(complete);
        boolean any = marked.tell(complete);
        progressed |= any;
        return any;
    }

    private void away(Exception thrown) throws Exception {
        if (PluginReopener.outage(thrown) != null) {
            inTurn.forEach(PartitionReader::suspend);
        }
        plugin.failed(thrown);
    }

    @Override
    public @Nullable Batch next(long nowNanos) throws Exception {
        if (!letters.isEmpty()) {
            return tagged(new Object[] {letters.remove()}, null);
        }
        if (markValue != 0) {
            // Not before it knows where its partitions were at the base: the mark says where they are.
            return partitions.manifest() == null ? null : mark(nowNanos);
        }
        if (!mayRead() || plugin.instance() == null) {
            return null;
        }
        try {
            Batch batch = read(nowNanos);
            if (batch != null) {
                pause.active(nowNanos);
            }
            return batch;
        } catch (Exception e) {
            away(e);
            return null;
        }
    }

    /**
     * Whether it may read; not what would come after the last checkpoint of a job that is stopping, nor for a while
     * after one with which a group leaves: it would come again, since everybody goes back to that checkpoint.
     */
    private boolean mayRead() {
        return orders.reading() && !orders.checkpoints().stopping() && !paused;
    }

    /** Ends the present root: notes the positions, and gives the mark. */
    private Batch mark(long nowNanos) {
        boolean ended = partitions.isEnded(reading);
        part = new Manifest.Part(
                        own.self.task(), own.self.slot(), partitions.reached(reading, orders.fence()), ended, null)
                .bytes();
        marked.mark(filling, inTurn, orders.fence());
        Batch mark = Batch.mark(markLast ? filling | Batch.LAST : filling, markValue);
        filling++;
        markValue = 0;
        readSinceMark = false;
        endTold |= ended;
        nextMark.set(nowNanos + everyNanos);
        paused = pausing;
        pausing = false;
        pauseEnd.set(nowNanos + LONGEST_PAUSE_NANOS);
        return mark;
    }

    @Override
    public void limit(long nanosEach, int fewest) {
        limit = Math.max(fewest, ChannelLimits.segmentsWanted(nanosEach, 0, limit));
    }

    private @Nullable Batch read(long nowNanos) throws Exception {
        for (int i = inTurn.size(); i > 0; i--) {
            PartitionReader reader = inTurn.get(next % inTurn.size());
            next = next + 1 >= inTurn.size() ? 0 : next + 1;
            events.calling();
            Object[] segments = reader.read(Math.min(own.tuning.batchSize(), limit));
            if (plugin.isInDoubt()) {
                plugin.answered(segments != null || reader.isOpen());
            }
            if (segments != null) {
                readSinceMark = true;
                figures.read(filling, segments.length, nowNanos);
                return tagged(reader.hasBadRecords() ? withoutBad(segments) : segments, reader);
            }
        }
        return null;
    }

    /** The segments without bad records, about which the error policy of the input decides. */
    private Object[] withoutBad(Object[] read) throws SegmentFailure {
        var segments = new ArrayList<>(read.length);
        for (Object item : read) {
            if (item instanceof BadRecord bad) {
                String cause = poison.letterCause(bad);
                if (cause == null) {
                    skipped++;
                } else {
                    letters.add(new PoisonSegment(bad.text(), cause));
                }
            } else {
                segments.add(item);
            }
        }
        return segments.toArray();
    }

    /** A batch of the present root, whose value is given here and acked with the mark. */
    private Batch tagged(Object[] segments, @Nullable PartitionReader reader) {
        readSinceMark = true;
        if (segments.length == 0) {
            return new Batch(0, 0);
        }
        Batch batch = Batch.around(segments, 1, reader == null ? 0 : reader.bytes());
        /* Taken by the task at once: it is not given by anybody else, so it has no value. */
        batch.endRun(segments.length, filling, 0, reader == null ? null : reader.origin());
        return batch;
    }

    @Override
    public byte[] part() {
        byte[] told = part;
        part = new byte[0];
        return told;
    }

    @Override
    public long takeSkipped() {
        long count = skipped;
        skipped = 0;
        return count;
    }

    @Override
    public boolean isTorn() {
        return torn;
    }

    @Override
    public boolean isAbandoned(long root) {
        return false;
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public long restNanos(long nowNanos) {
        CheckpointKeeper mine = keeper;
        boolean settled = partitions.manifest() != null && isQuiet() && (mine == null || !mine.isOpen());
        long rest = settled ? LONGEST_REST_NANOS : SELDOM_NANOS;
        if (readSinceMark) {
            rest = Math.min(rest, Math.max(1, nextMark.leftNanos(nowNanos)));
        }
        if (mayRead() && plugin.instance() != null) {
            for (int i = 0; i < inTurn.size(); i++) {
                PartitionReader reader = inTurn.get(i);
                if (reader.mayGive()) {
                    long known = reader.restNanos();
                    rest = Math.min(rest, known > 0 ? known : pause.nanos(nowNanos));
                }
            }
        }
        return rest;
    }

    @Override
    public boolean isSpent() {
        boolean spent = !inTurn.isEmpty() && markValue == 0 && letters.isEmpty();
        for (int i = 0; i < inTurn.size(); i++) {
            spent &= inTurn.get(i).mayGive();
        }
        return spent;
    }

    @Override
    public Extent extent() {
        Extent all = Extent.NONE;
        for (PartitionReader reader : inTurn) {
            all = all.plus(reader.extent());
        }
        return all;
    }

    @Override
    public boolean hasProgressed(long nowNanos) {
        boolean idle = isQuiet() && partitions.manifest() != null && nowNanos - connectedNanos > IDLE_NANOS;
        return !connected && (progressed || idle);
    }

    @Override
    public @Nullable Waiting waiting() {
        Waiting first = partitions.waiting();
        first = first == null ? manifests.waiting() : first;
        first = first == null ? plugin.waiting() : first;
        return first == null && keeper != null ? keeper.waiting() : first;
    }

    @Override
    public CheckpointFigures checkpoint() {
        return figures.now(orders, checkpoint);
    }

    /** Whether everything that was read is within a complete checkpoint. */
    @Override
    public boolean isQuiet() {
        return !readSinceMark && orders.checkpoints().latestNumber() >= filling - 1;
    }

    @Override
    public boolean blocks() {
        Input input = plugin.instance();
        return input != null && input.blocks();
    }

    @Override
    public boolean isStill() {
        return !manifests.isAsking();
    }

    @Override
    public void close() throws Exception {
        closeAll();
        plugin.close();
    }
}
