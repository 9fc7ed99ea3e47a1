package io.sardonyx.channel;

import io.sardonyx.serial.SegmentInput;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Receiving end of a channel from another process: an SPSC queue of messages that are deserialized on the task's
 * thread, with credit for the sender.
 *
 * <p>Threads: the producer is the turn of {@link RemoteChannels}, the consumer the task. Each counter has a single
 * writer; those that the other side reads are volatile.
 */
final class RemoteReceiver<T> implements ChannelReceiver<T> {

    /** Credit is granted at least this often per capacity in bytes. */
    private static final int GRANTS = 4;

    /** A message stays in the array that it came in unless that is more than this many times as large. */
    private static final int LARGEST_SHARE = 8;

    private final Channel channel;
    private final RemoteProcess remote;
    private final ItemFormat<T> format;
    /* Queue capacity in items, which is the credit window. */
    private final int window;
    private final Consumer<RemoteReceiver<?>> closing;
    private final SegmentInput input;
    private final SpscVarHandleArrayQueue<ByteBuffer> waiting;
    /* Written in turns of the channels, read by the task. */
    private volatile @Nullable Admitted admitted;
    private volatile Runnable arrival = () -> {};
    /* Items taken; written by the task, read by the channels to compute credit. */
    private volatile long taken;
    /* Bytes received and bytes taken: the first is written by the channels, the second by the task. */
    private volatile long receivedBytes;
    private volatile long takenBytes;
    /* Segments wanted in a batch; written by the task, read by the channels. */
    private volatile int limit = ChannelLimits.NO_LIMIT;
    /* Items received; confined to turns of the channels. */
    private long received;
    /* Counts at the last grant; confined to the task. */
    private long grantedAt;
    private long grantedAtBytes;

    /**
     * The present admission.
     *
     * @param number under which items come
     * @param before items received when the number was given
     */
    private record Admitted(long number, long before) {}

    RemoteReceiver(
            Channel channel,
            RemoteProcess remote,
            ItemFormat<T> format,
            int window,
            Consumer<RemoteReceiver<?>> closing) {
        this.channel = channel;
        this.remote = remote;
        this.format = format;
        this.window = window;
        this.closing = closing;
        this.input = format.input();
        this.waiting = new SpscVarHandleArrayQueue<>(window);
    }

    /**
     * Sets a new number, under which alone items are accepted from now on. In turns of the channels, as the next two.
     */
    void number(long number) {
        admitted = new Admitted(number, received);
    }

    /** The ADMIT message for the sender's link of that nonce. */
    Message admit(long link) {
        Admitted now = Objects.requireNonNull(admitted, "it is admitted first");
        return new Message.Admit(
                        channel,
                        link,
                        now.number,
                        allowance(now),
                        format.fingerprint(),
                        ChannelLimits.BYTES_PER_CHANNEL,
                        limit)
                .message();
    }

    /** The GRANT message with the present credit. */
    Message grant() {
        Admitted now = Objects.requireNonNull(admitted, "it is admitted first");
        return Message.grant(now.number, allowance(now), limit);
    }

    /** Segments that the task wants in a batch at present. */
    int limit() {
        return limit;
    }

    @Override
    public void limit(int segmentsWanted) {
        limit = segmentsWanted;
        Admitted open = admitted;
        if (open != null) {
            grant(open, taken, takenBytes);
        }
    }

    /** Sends the present credit. By the task. */
    private void grant(Admitted open, long now, long bytes) {
        grantedAt = now;
        grantedAtBytes = bytes;
        remote.send(Message.grant(open.number, allowance(open), limit));
    }

    /** Items after which credit is granted: soon enough that the sender is never short of it. */
    private int grantInterval() {
        int wanted = limit;
        int queued = wanted == ChannelLimits.NO_LIMIT ? window : ChannelLimits.batchesQueued(wanted);
        return Math.max(1, queued / 2);
    }

    /** Credit as a cumulative count: items taken so far plus the window, relative to the begin of the number. */
    private long allowance(Admitted now) {
        return taken + window - now.before;
    }

    /**
     * Enqueues a message, whose kind was read already; false when the sender exceeded its credit. In turns of the
     * channels.
     */
    boolean arrived(ByteBuffer message) {
        received++;
        long before = receivedBytes;
        receivedBytes = before + message.limit();
        boolean room = waiting.offer(isWasteful(message) ? copy(message) : message);
        arrival.run();
        return room;
    }

    /** Whether the array is much larger than the message in it, wherever that lies. */
    @SuppressWarnings("ByteBufferBackingArray")
    private static boolean isWasteful(ByteBuffer message) {
        return message.array().length > LARGEST_SHARE * message.limit();
    }

    /** Copies a small message, so that while it waits it does not keep all of a large array from being collected. */
    private static ByteBuffer copy(ByteBuffer message) {
        byte[] bytes = new byte[message.limit()];
        message.get(0, bytes);
        return ByteBuffer.wrap(bytes).position(message.position());
    }

    @Override
    public void onArrival(Runnable nudge) {
        arrival = nudge;
        nudge.run();
    }

    @Override
    public @Nullable T poll() {
        ByteBuffer message = waiting.poll();
        if (message == null) {
            return null;
        }
        input.over(message).takeLong();
        T item = format.read(input);
        long now = taken + 1;
        taken = now;
        long bytes = takenBytes + message.limit();
        takenBytes = bytes;
        Admitted open = admitted;
        /* The sender stops when half of the bytes are unconfirmed, so credit is granted after a quarter. */
        boolean many = now - grantedAt >= grantInterval()
                || bytes - grantedAtBytes >= ChannelLimits.BYTES_PER_CHANNEL / GRANTS;
        if (open != null && many) {
            grant(open, now, bytes);
        }
        return item;
    }

    @Override
    public boolean isFull() {
        return waiting.size() >= window || receivedBytes - takenBytes > ChannelLimits.BYTES_PER_CHANNEL / 2;
    }

    @Override
    public void close() {
        closing.accept(this);
    }
}
