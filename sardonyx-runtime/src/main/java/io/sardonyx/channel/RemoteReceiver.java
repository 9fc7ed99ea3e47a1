package io.sardonyx.channel;

import io.sardonyx.serial.SegmentInput;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** The receiver's end of a channel: messages wait for the task, on whose thread they become items again. */
final class RemoteReceiver<T> implements ChannelReceiver<T> {

    /** How many times at least room is granted for each time that all of it is used. */
    private static final int GRANTS = 4;

    private final Channel channel;
    private final RemoteProcess remote;
    private final ItemFormat<T> form;
    private final int window;
    private final Consumer<RemoteReceiver<?>> closing;
    private final SegmentInput input;
    private final SpscVarHandleArrayQueue<byte[]> waiting;
    private volatile @Nullable Admitted admitted;
    private volatile Runnable arrival = () -> {};
    private volatile long taken;
    /* Of all that came, and of all that was taken: each is written by one end. */
    private volatile long receivedBytes;
    private volatile long takenBytes;
    private long received;
    private long grantedAt;
    private long grantedAtBytes;

    /**
     * Under which number items come.
     *
     * @param before how many had come when it was given
     */
    private record Admitted(long number, long before) {}

    RemoteReceiver(
            Channel channel,
            RemoteProcess remote,
            ItemFormat<T> form,
            int window,
            Consumer<RemoteReceiver<?>> closing) {
        this.channel = channel;
        this.remote = remote;
        this.form = form;
        this.window = window;
        this.closing = closing;
        this.input = form.input();
        this.waiting = new SpscVarHandleArrayQueue<>(window);
    }

    /** From now on items come under this number only. The delivery's, as the next two. */
    void number(long number) {
        admitted = new Admitted(number, received);
    }

    /** What to tell the sender about its link of that number. */
    byte[] admit(long link) {
        Admitted now = Objects.requireNonNull(admitted, "it is admitted first");
        return new Message.Admit(
                        channel, link, now.number, allowance(now), form.fingerprint(), ChannelLimits.BYTES_PER_CHANNEL)
                .bytes();
    }

    /** That as many may come as there is room for by now. */
    byte[] grant() {
        Admitted now = Objects.requireNonNull(admitted, "it is admitted first");
        return Message.grant(now.number, allowance(now));
    }

    /** So many as leave room for all that were not taken. */
    private long allowance(Admitted now) {
        return taken + window - now.before;
    }

    /** Puts an item away; false when it is more than was allowed. */
    boolean arrived(byte[] message) {
        received++;
        long before = receivedBytes;
        receivedBytes = before + message.length;
        boolean room = waiting.offer(message);
        arrival.run();
        return room;
    }

    @Override
    public void onArrival(Runnable nudge) {
        arrival = nudge;
        nudge.run();
    }

    @Override
    public @Nullable T poll() {
        byte[] message = waiting.poll();
        if (message == null) {
            return null;
        }
        input.over(ByteBuffer.wrap(message, 1, message.length - 1)).takeLong();
        T item = form.read(input);
        long now = taken + 1;
        taken = now;
        long bytes = takenBytes + message.length;
        takenBytes = bytes;
        Admitted open = admitted;
        /* A sender waits when half of all bytes are not confirmed, so it is told before these are taken. */
        boolean many =
                now - grantedAt >= window / 2 || bytes - grantedAtBytes >= ChannelLimits.BYTES_PER_CHANNEL / GRANTS;
        if (open != null && many) {
            grantedAt = now;
            grantedAtBytes = bytes;
            remote.send(Message.grant(open.number, allowance(open)));
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
