package io.sardonyx.channel;

import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** Channels between the peers of one process: references in bounded rings, nothing is copied. */
public final class LocalChannels implements Channels {

    /** The log says of a group that it is gone long before so many others have lived and died here. */
    private static final int MOST_DISMISSED = 1_000;

    private final ConcurrentMap<Channel, BatchRing> batches = new ConcurrentHashMap<>();
    private final ConcurrentMap<Channel, Ring<Acks>> acks = new ConcurrentHashMap<>();

    /* All that live here and the latest that did: one is reached until the log says that it is gone, or jobs would die
     * too. */
    private final Set<GroupId> hosted = ConcurrentHashMap.newKeySet();
    private final Deque<GroupId> dismissed = new ArrayDeque<>();

    @Override
    public BatchSender batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
        return batches.computeIfAbsent(channel, it -> new BatchRing(batches, it));
    }

    @Override
    public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
        return batches.computeIfAbsent(channel, it -> new BatchRing(batches, it));
    }

    @Override
    public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
        return ring(channel);
    }

    @Override
    public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
        return ring(channel);
    }

    private Ring<Acks> ring(Channel channel) {
        return acks.computeIfAbsent(channel, it -> new Ring<>(ChannelLimits.ACKS_PER_CHANNEL, acks, it));
    }

    @Override
    public void host(GroupId group) {
        hosted.add(group);
    }

    @Override
    public void dismiss(GroupId group) {
        synchronized (dismissed) {
            dismissed.add(group);
            if (dismissed.size() > MOST_DISMISSED) {
                hosted.remove(dismissed.remove());
            }
        }
    }

    @Override
    public boolean reaches(GroupId group, @Nullable Site site) {
        return hosted.contains(group);
    }

    /** How many channels are in use. */
    public int size() {
        return batches.size() + acks.size();
    }

    /**
     * One channel. Whichever end is closed first takes it out of the table; who still holds the other end puts in or
     * takes out until it learns of the newer fence, and nobody misses it.
     */
    private static class Ring<T> implements ChannelSender<T>, ChannelReceiver<T> {

        /* Indexes that are more than a pair of cache lines away from each other and from both ends of the array. */
        private static final int PUT = 16;
        private static final int TAKEN = 2 * PUT;
        private static final int BYTES_LENGTH = 3 * PUT;

        private final Queue<T> queue;
        private final int capacity;
        private final ConcurrentMap<Channel, ? extends Ring<T>> rings;
        private final Channel channel;
        private volatile Runnable arrival = () -> {};
        private volatile Runnable room = () -> {};
        /* Whether somebody waits for room. */
        private volatile boolean starved;
        /* Bytes of all that was put in, and of all that was taken out: each is written by one end, on a cache line of
        its own. */
        private final AtomicLongArray bytes = new AtomicLongArray(BYTES_LENGTH);
        /* What the end that puts in last saw of what was taken out, so that it looks there only when it has to. */
        private long takenSeen;

        Ring(int capacity, ConcurrentMap<Channel, ? extends Ring<T>> rings, Channel channel) {
            this.queue = new SpscVarHandleArrayQueue<>(capacity);
            this.capacity = capacity;
            this.rings = rings;
            this.channel = channel;
        }

        @Override
        public boolean offer(T item) {
            if (!put(item)) {
                starved = true;
                if (!put(item)) {
                    return false;
                }
            }
            arrival.run();
            return true;
        }

        private boolean put(T item) {
            long more = bytes(item);
            long before = bytes.getPlain(PUT);
            if (isTooMuch(before, more)) {
                takenSeen = bytes.get(TAKEN);
                if (isTooMuch(before, more)) {
                    return false;
                }
            }
            bytes.setRelease(PUT, before + more);
            boolean room = queue.offer(item);
            if (!room) {
                bytes.setRelease(PUT, before);
            }
            return room;
        }

        /** What is larger than all the room there is goes alone. */
        private boolean isTooMuch(long before, long more) {
            return more > 0 && before > takenSeen && before + more - takenSeen > ChannelLimits.BYTES_PER_CHANNEL;
        }

        /** About how many bytes of memory it takes, if that counts. */
        long bytes(T item) {
            return 0;
        }

        private boolean isHalfEmpty() {
            return queue.size() <= capacity / 2
                    && bytes.get(PUT) - bytes.get(TAKEN) <= ChannelLimits.BYTES_PER_CHANNEL / 2;
        }

        /** Whoever waits for room is told when half of it is free, so that more than one finds some. */
        @Override
        public @Nullable T poll() {
            T item = queue.poll();
            if (item != null) {
                bytes.setRelease(TAKEN, bytes.getPlain(TAKEN) + bytes(item));
                /* Whoever found no room before this was taken has said so by now. */
                VarHandle.fullFence();
                if (starved && isHalfEmpty()) {
                    starved = false;
                    room.run();
                }
            }
            return item;
        }

        @Override
        public void onArrival(Runnable nudge) {
            arrival = nudge;
            nudge.run();
        }

        @Override
        public void onRoom(Runnable nudge) {
            room = nudge;
            nudge.run();
        }

        @Override
        public boolean isFull() {
            return queue.size() >= capacity;
        }

        @Override
        public void close() {
            rings.remove(channel, this);
        }
    }

    private static final class BatchRing extends Ring<Batch> implements BatchSender {

        BatchRing(ConcurrentMap<Channel, BatchRing> rings, Channel channel) {
            super(ChannelLimits.BATCHES_PER_CHANNEL, rings, channel);
        }

        @Override
        long bytes(Batch batch) {
            return batch.heapBytes();
        }
    }
}
