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
import java.util.function.ToLongFunction;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** Channels between the peers of one process: bounded SPSC ring buffers of references, without copies. */
public final class LocalChannels implements Channels {

    /**
     * Dismissed groups that are remembered; the log declares a group gone long before so many others have lived here.
     */
    private static final int MOST_DISMISSED = 1_000;

    private final ConcurrentMap<Channel, Ring<Batch>> batches = new ConcurrentHashMap<>();
    private final ConcurrentMap<Channel, Ring<Acks>> acks = new ConcurrentHashMap<>();

    /*
     * Groups that live here and the latest that did: a group has to be reachable until the log declares it gone, or its
     * jobs would be killed.
     */
    private final Set<GroupId> hosted = ConcurrentHashMap.newKeySet();
    /* Guarded by itself; the oldest is first. */
    private final Deque<GroupId> dismissed = new ArrayDeque<>();

    @Override
    public ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
        return batchRing(channel);
    }

    @Override
    public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
        return batchRing(channel);
    }

    @Override
    public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
        return ackRing(channel);
    }

    @Override
    public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
        return ackRing(channel);
    }

    private Ring<Batch> batchRing(Channel channel) {
        return batches.computeIfAbsent(channel, it -> {
            var ring = new Ring<>(ChannelLimits.BATCHES_PER_CHANNEL, Batch::heapBytes, batches, it);
            ring.limit(ChannelLimits.SEGMENTS_AT_FIRST);
            return ring;
        });
    }

    private Ring<Acks> ackRing(Channel channel) {
        return acks.computeIfAbsent(channel, it -> new Ring<>(ChannelLimits.ACKS_PER_CHANNEL, bundle -> 0, acks, it));
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

    /** Number of open channels. */
    public int size() {
        return batches.size() + acks.size();
    }

    /**
     * One channel: an SPSC ring buffer, bounded in items and in bytes.
     *
     * <p>The end that is closed first removes it from the table; the other end may go on to use it until its task
     * follows the newer fence, without effect.
     *
     * <p>Memory: the queue publishes items from producer to consumer. A wake-up for room uses the flag {@code starved}
     * like a condition: the producer sets it and then tries again, the consumer takes an item and then reads it, so
     * that one of the two sees what the other did.
     */
    private static final class Ring<T> implements ChannelSender<T>, ChannelReceiver<T> {

        /*
         * Indexes into the array of counters, more than a pair of cache lines apart from each other and from both ends,
         * against false sharing.
         */
        private static final int PUT = 16;
        private static final int TAKEN = 2 * PUT;
        private static final int BYTES_LENGTH = 3 * PUT;

        private final Queue<T> queue;
        private final int capacity;
        private final ToLongFunction<T> itemBytes;
        private final ConcurrentMap<Channel, Ring<T>> rings;
        private final Channel channel;
        /* Listeners, set by the ends and run by the opposite one. */
        private volatile Runnable arrival = () -> {};
        private volatile Runnable room = () -> {};
        /*
         * Whether the producer found no room and waits for the listener. Set by the producer, cleared by the consumer.
         */
        private volatile boolean starved;
        /* Segments that the consumer wants in a batch; written by it, read by the producer. */
        private volatile int limit = ChannelLimits.NO_LIMIT;
        /*
         * Bytes of everything put in and of everything taken out: each counter has a single writer and a cache line of
         * its own.
         */
        private final AtomicLongArray bytes = new AtomicLongArray(BYTES_LENGTH);
        /*
         * The producer's cached copy of the bytes taken out, so that it reads the consumer's cache line only when it
         * seems full. Confined to the producer.
         */
        private long takenSeen;

        /** @param itemBytes estimated heap size of an item in bytes; 0 if it does not count */
        Ring(int capacity, ToLongFunction<T> itemBytes, ConcurrentMap<Channel, Ring<T>> rings, Channel channel) {
            this.queue = new SpscVarHandleArrayQueue<>(capacity);
            this.capacity = capacity;
            this.itemBytes = itemBytes;
            this.rings = rings;
            this.channel = channel;
        }

        @Override
        public boolean offer(T item) {
            if (!put(item)) {
                starved = true;
                /* StoreLoad: starved must be seen before the queue is looked at again; pairs with the one in poll(). */
                VarHandle.fullFence();
                if (!put(item)) {
                    return false;
                }
            }
            arrival.run();
            return true;
        }

        @Override
        public void limit(int segmentsWanted) {
            limit = segmentsWanted;
        }

        @Override
        public int batchLimit() {
            return limit;
        }

        /** Most items in the queue at present. */
        private int room() {
            int wanted = limit;
            return wanted == ChannelLimits.NO_LIMIT ? capacity : ChannelLimits.batchesQueued(wanted);
        }

        private boolean put(T item) {
            if (limit != ChannelLimits.NO_LIMIT && queue.size() >= room()) {
                return false;
            }
            long more = itemBytes.applyAsLong(item);
            long before = bytes.getPlain(PUT);
            if (isTooMuch(before, more)) {
                takenSeen = bytes.get(TAKEN);
                if (isTooMuch(before, more)) {
                    return false;
                }
            }
            // Before the offer, so that the consumer never sees more bytes taken out than put in.
            bytes.setRelease(PUT, before + more);
            boolean room = queue.offer(item);
            if (!room) {
                bytes.setRelease(PUT, before);
            }
            return room;
        }

        /** Whether an item exceeds the byte limit; an item larger than the limit is accepted by an empty ring. */
        private boolean isTooMuch(long before, long more) {
            return more > 0 && before > takenSeen && before + more - takenSeen > ChannelLimits.BYTES_PER_CHANNEL;
        }

        /**
         * Whether both items and bytes are down to half of the capacity. Bytes of an item that the producer is just
         * about to fail with are counted for a moment, so an empty queue says yes whatever they are: nothing would be
         * taken out later that could wake the producer.
         */
        private boolean isHalfEmpty() {
            int items = queue.size();
            return items == 0
                    || items <= room() / 2 && bytes.get(PUT) - bytes.get(TAKEN) <= ChannelLimits.BYTES_PER_CHANNEL / 2;
        }

        /**
         * Takes the next item. A starved producer is woken only when half of the room is free, so that it can send
         * several items.
         */
        @Override
        public @Nullable T poll() {
            T item = queue.poll();
            if (item != null) {
                bytes.setRelease(TAKEN, bytes.getPlain(TAKEN) + itemBytes.applyAsLong(item));
                /* StoreLoad: the item must be out before starved is read; pairs with the one in offer(). */
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
            return queue.size() >= room();
        }

        @Override
        public void close() {
            rings.remove(channel, this);
        }
    }
}
