package io.sardonyx.exchange;

import io.sardonyx.value.GroupId;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** Channels between the peers of one process: references in bounded rings, nothing is copied. */
public final class LocalExchange implements Exchange {

    private final ConcurrentMap<Channel, Ring<Batch>> batches = new ConcurrentHashMap<>();
    private final ConcurrentMap<Channel, Ring<Acks>> acks = new ConcurrentHashMap<>();

    /* All that ever lived here: one that died is reached until the log says that it is gone, or jobs would die too. */
    private final Set<GroupId> hosted = ConcurrentHashMap.newKeySet();

    @Override
    public Outlet<Batch> batchesTo(Channel channel) {
        return ring(batches, channel, Capacities.BATCHES_PER_CHANNEL);
    }

    @Override
    public Inlet<Batch> batchesFrom(Channel channel) {
        return ring(batches, channel, Capacities.BATCHES_PER_CHANNEL);
    }

    @Override
    public Outlet<Acks> acksTo(Channel channel) {
        return ring(acks, channel, Capacities.ACKS_PER_CHANNEL);
    }

    @Override
    public Inlet<Acks> acksFrom(Channel channel) {
        return ring(acks, channel, Capacities.ACKS_PER_CHANNEL);
    }

    @Override
    public void host(GroupId group) {
        hosted.add(group);
    }

    @Override
    public boolean reaches(GroupId group) {
        return hosted.contains(group);
    }

    /** How many channels are in use. */
    public int size() {
        return batches.size() + acks.size();
    }

    private static <T> Ring<T> ring(ConcurrentMap<Channel, Ring<T>> rings, Channel channel, int capacity) {
        return rings.computeIfAbsent(channel, it -> new Ring<>(capacity, rings, it));
    }

    /**
     * One channel. Whichever end is closed first takes it out of the table; who still holds the other end puts in or
     * takes out until it learns of the newer fence, and nobody misses it.
     */
    private static final class Ring<T> implements Outlet<T>, Inlet<T> {

        private final Queue<T> queue;
        private final int capacity;
        private final ConcurrentMap<Channel, Ring<T>> rings;
        private final Channel channel;

        Ring(int capacity, ConcurrentMap<Channel, Ring<T>> rings, Channel channel) {
            this.queue = new SpscVarHandleArrayQueue<>(capacity);
            this.capacity = capacity;
            this.rings = rings;
            this.channel = channel;
        }

        @Override
        public boolean offer(T item) {
            return queue.offer(item);
        }

        @Override
        public @Nullable T poll() {
            return queue.poll();
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
}
