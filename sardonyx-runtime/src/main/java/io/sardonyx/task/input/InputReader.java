package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.content.Waiting;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.task.SegmentFailure;
import io.sardonyx.task.TaskChannels;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Batches from an input: read, tagged with their roots, and kept until all that grew from them is done. */
public final class InputReader implements BatchSource {

    /** What happens to an input as a whole. */
    public interface Events {
        /**
         * Every partition of the task is at its end and done, whoever read it.
         *
         * @param skipped how many segments each task left out because they failed, or sent away as dead letters; of
         *     none that left out nothing
         */
        void exhausted(SortedMap<TaskName, Long> skipped);

        /** The next partition is called. */
        void calling();
    }

    /** An input that had nothing to do for so long did not kill its process. */
    private static final long IDLE_NANOS = 2_000_000_000L;

    private static final long SELDOM_NANOS = 100_000_000;

    /** How many partitions that have an end a peer reads at once: each may need a descriptor and a buffer. */
    static final int MOST_OPEN = 8;

    private static final Map<Integer, PartitionReader> NONE_OPENED = Map.of();

    private final PluginReopener<Input> plugin;
    private final PendingRoots roots;
    private final InputPartitions partitions;
    private final Events events;
    private final Map<Integer, PartitionReader> reading = new TreeMap<>();
    private List<PartitionReader> inTurn = List.of();
    private List<ChannelReceiver<Acks>> acks = List.of();
    private List<ChannelSender<Acks>> behind = List.of();
    private TaskOrders orders;
    private final PollBackOff pause = new PollBackOff();
    private int next;
    private boolean exhaustionTold;
    private boolean followed;
    /* Of those that are closed already. */
    private Extent finished = Extent.NONE;
    /* Whether one came to its end under the present fence. */
    private boolean finishedOne;
    private long followedNanos;
    /* Whether there may be partitions to open. */
    private boolean resuming;

    public InputReader(
            PluginReopener<Input> plugin,
            PendingRoots roots,
            InputPartitions partitions,
            TaskOrders orders,
            Events events) {
        this.plugin = plugin;
        this.roots = roots;
        this.partitions = partitions;
        this.orders = orders;
        this.events = events;
    }

    @Override
    public void follow(TaskOrders newOrders, TaskChannels channels) {
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
    }

    private void drop(int index, PartitionReader partition) {
        roots.forget(partition);
        partitions.reopen(index);
        close(partition);
    }

    /** Who missed a fence under which somebody else read goes on from there. */
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
        for (var opened : (more > 0 ? partitions.opened(input, more, nowNanos) : NONE_OPENED).entrySet()) {
            opened.getValue().follow(orders.fence());
            reading.put(opened.getKey(), opened.getValue());
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

    /** Those that have an end are opened a few at a time; a stream without end is never left for another. */
    private int withEnd() {
        int count = 0;
        for (int i = 0; i < inTurn.size(); i++) {
            count += inTurn.get(i).extent().isKnown() ? 1 : 0;
        }
        return count;
    }

    /** What is at its end and done needs no file any more, nor memory but for what is not written down of it. */
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

    /** What was read before stays as it is: only reading stops until the input is open again. */
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

    /** Whoever has no room for it, or does not hear of it, works in vain and does no harm. */
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

    /** Checkpoints, timeouts of roots and back-offs are looked at now and then. */
    @Override
    public long restNanos(long nowNanos) {
        long rest = Math.min(SELDOM_NANOS, partitions.restNanos(nowNanos));
        if (orders.reading() && plugin.instance() != null && hasRoom()) {
            for (int i = 0; i < inTurn.size(); i++) {
                if (inTurn.get(i).mayGive()) {
                    return Math.min(rest, pause.nanos(nowNanos));
                }
            }
        }
        return rest;
    }

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

    /** Whether all that can be read at once may become roots. */
    private boolean hasRoom() {
        long held = 0;
        for (int i = 0; i < inTurn.size(); i++) {
            held += inTurn.get(i).heldBytes();
        }
        int each = roots.rootSize();
        return held < ChannelLimits.BYTES_OF_ROOTS && roots.hasRoomFor((roots.readSize() + each - 1) / each);
    }

    /** The segments among what was read; the error policy of the input decides about the others. */
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

    /** An input that is open again and has not shown it may wait for what keeps it from reading. */
    @Override
    public @Nullable Waiting waiting() {
        /* What is damaged waits for people; that the input was away may be long over, if nothing can be opened. */
        Waiting first = partitions.waiting();
        first = first == null && plugin.instance() == null ? plugin.waiting() : first;
        for (int i = 0; first == null && i < inTurn.size(); i++) {
            first = inTurn.get(i).waiting();
        }
        return first == null ? plugin.waiting() : first;
    }

    @Override
    public boolean isQuiet() {
        return roots.open() == 0 && partitions.isWritten() && inTurn.stream().allMatch(this::isWritten);
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
        plugin.close();
    }

    private static void close(PartitionReader partition) {
        try {
            partition.close();
        } catch (IOException e) {
            if (PluginReopener.outage(e) == null) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
