package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.SegmentFailure;
import io.sardonyx.task.TaskChannels;
import io.sardonyx.task.TaskWiring;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Batch source of an input: polls its partitions round-robin, tags what was read with roots, and keeps it for replay
 * until all that grew from it is acked.
 */
public final class InputReader implements BatchSource {

    /** Listener for an input as a whole. */
    public interface Events {
        /**
         * Every partition of the task is at its end and done, also those of other peers.
         *
         * @param skipped number of segments that each task skipped or sent away as dead letters; without tasks that
         *     skipped none
         */
        void exhausted(SortedMap<TaskName, Long> skipped);

        /** The next call to the plugin begins, for the watchdog. */
        void calling();
    }

    /** An input idle for this long is taken as progress: it did not crash its process. */
    private static final long IDLE_NANOS = 2_000_000_000L;

    /** Longest rest while checkpoints, timeouts or back-offs are to be looked at. */
    private static final long SELDOM_NANOS = 100_000_000;
    /** Longest rest while there is nothing to look after. */
    private static final long LONGEST_REST_NANOS = 1_000_000_000;

    /** Most partitions with an end that a peer reads at once, since each may need a file descriptor and a buffer. */
    static final int MOST_OPEN = 8;

    private final PluginReopener<Input> plugin;
    private final PendingRoots roots;
    private final InputPartitions partitions;
    private final Function<TaskOrders, TaskChannels> opening;
    private final Events events;
    private final Map<Integer, PartitionReader> reading = new TreeMap<>();
    /* The values of reading as a list, to iterate without allocation. */
    private List<PartitionReader> inTurn = List.of();
    private List<ChannelReceiver<Acks>> acks = List.of();
    private List<ChannelSender<Acks>> behind = List.of();
    private TaskOrders orders;
    private final PollBackOff pause = new PollBackOff();
    /* Next index of the round-robin. */
    private int next;
    private boolean exhaustionTold;
    private boolean followed;
    /* Extent of partitions that were closed. */
    private Extent finished = Extent.NONE;
    /* Whether a partition was finished under the present fence. */
    private boolean finishedOne;
    private long followedNanos;
    /* Whether partitions have to be opened or reopened. */
    private boolean resuming;

    /** @param opening opens the channels under some orders */
    public InputReader(
            PluginReopener<Input> plugin,
            PendingRoots roots,
            InputPartitions partitions,
            TaskOrders orders,
            Function<TaskOrders, TaskChannels> opening,
            Events events) {
        this.plugin = plugin;
        this.roots = roots;
        this.partitions = partitions;
        this.orders = orders;
        this.opening = opening;
        this.events = events;
    }

    @Override
    public TaskWiring connect(TaskOrders newOrders) {
        TaskChannels channels = opening.apply(newOrders);
        orders = newOrders;
        acks = channels.ackInlets();
        behind = channels.abandonedOutlets();
        roots.follow(channels.ordinal());
        partitions.follow(
                new InputPartitions.Share(newOrders.fence(), channels.index(), channels.peers(), channels.slots()),
                newOrders.format());
        exhaustionTold = false;
        finishedOne = false;
        followed = true;
        reading.entrySet().removeIf(entry -> {
            boolean lost =
                    !partitions.isMine(entry.getKey()) || entry.getValue().isSuperseded();
            if (lost) {
                drop(entry.getKey(), entry.getValue());
            }
            return lost;
        });
        reading.values().forEach(partition -> partition.follow(newOrders.fence()));
        inTurn = List.copyOf(reading.values());
        return channels;
    }

    private void drop(int index, PartitionReader partition) {
        roots.forget(partition);
        partitions.reopen(index);
        close(partition);
    }

    /**
     * Drops partitions that another peer read under a fence which this one missed; they are opened again from its
     * checkpoint.
     */
    private void dropStale() {
        boolean any = false;
        for (int i = 0; i < inTurn.size(); i++) {
            any |= inTurn.get(i).isStale();
        }
        if (any) {
            reading.entrySet().removeIf(entry -> {
                boolean stale = entry.getValue().isStale();
                if (stale) {
                    drop(entry.getKey(), entry.getValue());
                }
                return stale;
            });
            inTurn = List.copyOf(reading.values());
        }
    }

    @Override
    public void follow(TaskOrders newOrders) {
        orders = newOrders;
    }

    /** Acks of the input's own task go straight to the pending roots. */
    @Override
    public ChannelSender<Acks> own() {
        return new ChannelSender<>() {
            @Override
            public boolean offer(Acks bundle) {
                roots.take(bundle);
                return true;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean tend(long nowNanos) throws Exception {
        if (followed) {
            followed = false;
            followedNanos = nowNanos;
        }
        boolean worked = takeAcks();
        worked |= roots.tick(nowNanos);
        tellAbandoned();
        try {
            worked |= tendPartitions(nowNanos);
        } catch (Exception e) {
            away(e);
        }
        if (!exhaustionTold && partitions.isExhausted(inTurn, nowNanos)) {
            exhaustionTold = true;
            events.exhausted(partitions.skipped(reading));
            worked = true;
        }
        return worked;
    }

    private boolean tendPartitions(long nowNanos) throws Exception {
        boolean worked = false;
        for (int i = 0; i < inTurn.size(); i++) {
            worked |= inTurn.get(i).tend(nowNanos);
        }
        partitions.tend(reading, nowNanos);
        dropStale();
        Input input = plugin.instance();
        if (input == null) {
            resuming = plugin.open();
            return worked || resuming;
        }
        worked |= closeFinished();
        int more = MOST_OPEN - withEnd();
        Map<Integer, PartitionReader> opened = more > 0 ? partitions.opened(input, more, nowNanos) : Map.of();
        if (!opened.isEmpty()) {
            opened.values().forEach(partition -> partition.follow(orders.fence()));
            reading.putAll(opened);
            inTurn = List.copyOf(reading.values());
            resuming = true;
        }
        if (resuming) {
            for (PartitionReader partition : inTurn) {
                partition.resume(input);
            }
            resuming = false;
            worked = true;
        }
        return worked;
    }

    /**
     * Number of open partitions that have an end; those without end are not limited, because they would never make
     * room.
     */
    private int withEnd() {
        int count = 0;
        for (int i = 0; i < inTurn.size(); i++) {
            count += inTurn.get(i).extent().isKnown() ? 1 : 0;
        }
        return count;
    }

    /** Closes partitions that are done, to free descriptors and memory. */
    private boolean closeFinished() {
        boolean any = false;
        for (int i = 0; i < inTurn.size(); i++) {
            any |= partitions.isOver(inTurn.get(i));
        }
        if (any) {
            reading.entrySet().removeIf(entry -> {
                PartitionReader partition = entry.getValue();
                boolean over = partitions.isOver(partition);
                if (over) {
                    finished = finished.plus(partition.extent());
                    finishedOne |= partition.isFinished();
                    close(partition);
                    partitions.finish(entry.getKey(), partition);
                }
                return over;
            });
            inTurn = List.copyOf(reading.values());
            next = 0;
        }
        return any;
    }

    /**
     * Handles an exception of the plugin. In an outage reading is suspended until the plugin is reopened; pending roots
     * are not affected.
     */
    private void away(Exception thrown) throws Exception {
        if (PluginReopener.outage(thrown) != null) {
            inTurn.forEach(PartitionReader::suspend);
        }
        plugin.failed(thrown);
    }

    private boolean takeAcks() {
        boolean any = false;
        for (int i = 0; i < acks.size(); i++) {
            ChannelReceiver<Acks> receiver = acks.get(i);
            for (Acks bundle = receiver.poll(); bundle != null; bundle = receiver.poll()) {
                roots.take(bundle);
                any = true;
            }
        }
        return any;
    }

    /**
     * Tells downstream tasks which attempts were abandoned. Best effort: a task without room for it only does needless
     * work.
     */
    private void tellAbandoned() {
        Acks abandoned = roots.abandoned();
        if (abandoned != null) {
            for (ChannelSender<Acks> sender : behind) {
                sender.offer(abandoned);
                sender.lost(unheard -> {});
            }
        }
    }

    @Override
    public @Nullable Batch next(long nowNanos) throws Exception {
        // Replays come first: they hold back the checkpoint.
        Root again = roots.again(nowNanos);
        if (again != null) {
            return replay(again);
        }
        if (!orders.reading() || plugin.instance() == null || partitions.isSuperseded()) {
            return null;
        }
        try {
            Batch batch = read();
            if (batch != null) {
                pause.active(nowNanos);
            }
            return batch;
        } catch (Exception e) {
            away(e);
            return null;
        }
    }

    /** Rest until the next poll, if any partition may have data; checkpoints, timeouts and back-offs bound it. */
    @Override
    public long restNanos(long nowNanos) {
        boolean settled = !inTurn.isEmpty() && plugin.instance() != null && isQuiet() && waiting() == null;
        long rest = Math.min(settled ? LONGEST_REST_NANOS : SELDOM_NANOS, partitions.restNanos(nowNanos));
        if (orders.reading() && plugin.instance() != null && hasRoom()) {
            for (int i = 0; i < inTurn.size(); i++) {
                PartitionReader partition = inTurn.get(i);
                if (partition.mayGive()) {
                    long known = partition.restNanos();
                    rest = Math.min(rest, known > 0 ? known : pause.nanos(nowNanos));
                }
            }
        }
        return rest;
    }

    /**
     * Whether no partition has to be opened, to move on over roots that are done, or to end, and nothing is replayed.
     */
    @Override
    public boolean isSpent() {
        boolean spent = !inTurn.isEmpty() && !resuming && !roots.isWaiting();
        for (int i = 0; i < inTurn.size(); i++) {
            spent &= inTurn.get(i).mayGive() && !inTurn.get(i).mayMove();
        }
        return spent;
    }

    /** Polls each partition once, round-robin, until one gives segments. */
    private @Nullable Batch read() throws Exception {
        for (int i = inTurn.size(); i > 0 && hasRoom(); i--) {
            PartitionReader partition = inTurn.get(next % inTurn.size());
            next = next + 1 >= inTurn.size() ? 0 : next + 1;
            events.calling();
            Object[] segments = partition.isSuperseded() ? null : partition.read(roots.readSize());
            if (plugin.isInDoubt()) {
                plugin.answered(segments != null || partition.isOpen());
            }
            if (segments != null) {
                return tagged(partition, partition.hasBadRecords() ? withoutBad(partition, segments) : segments);
            }
        }
        return null;
    }

    /** Whether limits of pending roots and of their bytes allow another read. */
    private boolean hasRoom() {
        long held = 0;
        for (int i = 0; i < inTurn.size(); i++) {
            held += inTurn.get(i).heldBytes();
        }
        int each = roots.rootSize();
        return held < ChannelLimits.BYTES_OF_ROOTS && roots.hasRoomFor((roots.readSize() + each - 1) / each);
    }

    /** The segments without bad records, about which the error policy of the input decides. */
    private Object[] withoutBad(PartitionReader partition, Object[] read) throws SegmentFailure {
        var segments = new ArrayList<>(read.length);
        for (Object item : read) {
            if (item instanceof BadRecord bad) {
                roots.refuse(bad, partition);
            } else {
                segments.add(item);
            }
        }
        return segments.toArray();
    }

    /** Tags segments with a root, or with one root for every {@code rootSize} segments. */
    private Batch tagged(PartitionReader partition, Object[] segments) {
        if (segments.length == 0) {
            partition.pass();
            return new Batch(0, 0);
        }
        Root root = partition.root(segments, partition.origin());
        int step = roots.rootSize();
        if (segments.length <= step) {
            Batch batch = Batch.around(segments, 1, partition.bytes());
            roots.open(root, batch, segments.length);
            return batch;
        }
        Batch batch = Batch.around(segments, (segments.length + step - 1) / step, partition.bytes());
        roots.openParts(root, batch, step);
        return batch;
    }

    private Batch replay(Root root) {
        Object[] segments = root.emitted();
        Batch batch = Batch.around(segments, 1, SegmentSize.of(segments, null, 0, segments.length));
        roots.open(root, batch, segments.length);
        return batch;
    }

    @Override
    public boolean isAbandoned(long root) {
        return !roots.isOpen(root);
    }

    @Override
    public boolean isFull() {
        return !roots.hasRoomFor(1);
    }

    @Override
    public int openRoots() {
        return roots.open();
    }

    @Override
    public long replays() {
        return roots.replays();
    }

    @Override
    public Extent extent() {
        Extent all = finished;
        for (PartitionReader partition : inTurn) {
            all = all.plus(partition.extent());
        }
        return all.isKnown() ? new Extent(all.behind(), (long) (all.all() * partitions.perKnown())) : all;
    }

    @Override
    public boolean hasProgressed(long nowNanos) {
        boolean idle = roots.open() == 0 && nowNanos - followedNanos > IDLE_NANOS;
        return !followed
                && (idle
                        || finishedOne
                        || partitions.hasWritten()
                        || inTurn.stream().anyMatch(PartitionReader::hasProgressed)
                                && inTurn.stream().allMatch(it -> it.hasProgressed() || it.isIdle()));
    }

    /** What it waits for. A reopened plugin that has not yet read counts as waiting. */
    @Override
    public @Nullable Waiting waiting() {
        /*
         * The store first: what is damaged needs an operator, while the plugin's outage may be over if nothing can be
         * opened.
         */
        Waiting first = partitions.waiting();
        first = first == null && plugin.instance() == null ? plugin.waiting() : first;
        for (int i = 0; first == null && i < inTurn.size(); i++) {
            first = inTurn.get(i).waiting();
        }
        return first == null ? plugin.waiting() : first;
    }

    @Override
    public boolean isQuiet() {
        boolean quiet = roots.open() == 0 && partitions.isWritten();
        for (int i = 0; quiet && i < inTurn.size(); i++) {
            quiet = isWritten(inTurn.get(i));
        }
        return quiet;
    }

    private boolean isWritten(PartitionReader partition) {
        return partitions.isSuperseded() || partition.isWritten();
    }

    @Override
    public boolean blocks() {
        Input input = plugin.instance();
        return input != null && input.blocks();
    }

    @Override
    public boolean isStill() {
        return partitions.isStill() && inTurn.stream().allMatch(PartitionReader::isStill);
    }

    @Override
    public void close() throws Exception {
        new ArrayList<>(reading.values()).forEach(InputReader::close);
        partitions.close();
        plugin.close();
    }

    static void close(PartitionReader partition) {
        try {
            partition.close();
        } catch (IOException e) {
            if (PluginReopener.outage(e) == null) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
