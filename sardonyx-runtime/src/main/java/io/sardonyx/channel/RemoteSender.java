package io.sardonyx.channel;

import io.sardonyx.serial.SegmentOutput;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sender's end of a channel: items become messages on the thread of the task, as many as the receiver has admitted.
 */
class RemoteSender<T> implements ChannelSender<T> {

    private static final int FEWEST_ROOTS = 4;

    private final Channel channel;
    private final RemoteProcess remote;
    private final ItemFormat<T> form;
    private final int window;
    private final Consumer<RemoteSender<?>> closing;
    private final SegmentOutput head;
    private final Noted noted = new Noted();
    /* Roots of each item that was sent under the present admission and is not known to be taken. */
    private final ArrayDeque<long[]> unconfirmed = new ArrayDeque<>();
    /* How many bytes each of these has, by its number modulo the window, and all of them together. */
    private final int[] sizes;
    private long unconfirmedBytes;
    private final ArrayDeque<long[]> lost = new ArrayDeque<>();
    private volatile @Nullable Admission admission;
    private volatile Runnable room = () -> {};
    private @Nullable Admission current;
    private long sent;
    private long confirmed;

    /** That items may be sent under a number; the delivery raises how many. */
    static final class Admission {

        private final long number;
        private final long fingerprint;
        private final long room;
        private volatile long allowance;

        Admission(Message.Admit admit) {
            this.number = admit.number();
            this.fingerprint = admit.fingerprint();
            this.room = admit.room();
            this.allowance = admit.allowance();
        }

        long number() {
            return number;
        }

        void raise(long to) {
            allowance = Math.max(allowance, to);
        }
    }

    RemoteSender(
            Channel channel, RemoteProcess remote, ItemFormat<T> form, int window, Consumer<RemoteSender<?>> closing) {
        this.channel = channel;
        this.remote = remote;
        this.form = form;
        this.window = window;
        this.sizes = new int[window];
        this.closing = closing;
        this.head = form.output();
    }

    /** What the receiver says from now on; null when nobody knows. The delivery's. */
    void admit(@Nullable Admission latest) {
        admission = latest;
        room.run();
    }

    /** The receiver has taken something. */
    void raise(Admission by, long allowance) {
        by.raise(allowance);
        room.run();
    }

    @Override
    public void onRoom(Runnable nudge) {
        room = nudge;
        nudge.run();
    }

    @Nullable
    Admission admission() {
        return admission;
    }

    Channel channel() {
        return channel;
    }

    @Override
    public boolean offer(T item) {
        Admission open = look();
        if (open == null || sent >= open.allowance || unconfirmedBytes > open.room / 2) {
            return false;
        }
        if (open.fingerprint != form.fingerprint()) {
            throw new IllegalStateException("the process at " + remote.site() + " knows other classes for the segments"
                    + " of job " + channel.job() + "; give all processes the same jars");
        }
        head.clear();
        head.putLong(open.number);
        noted.clear();
        form.roots(item, noted);
        byte[] message = form.message(head, item);
        remote.send(message);
        unconfirmed.add(noted.copy());
        sizes[(int) (sent % window)] = message.length;
        unconfirmedBytes += message.length;
        sent++;
        return true;
    }

    /** With another admission everything sent under the former one may be lost, as far as it was not confirmed. */
    private @Nullable Admission look() {
        Admission latest = admission;
        if (latest != current) {
            if (current != null) {
                confirm(current);
            }
            lost.addAll(unconfirmed);
            unconfirmed.clear();
            current = latest;
            sent = 0;
            confirmed = 0;
            unconfirmedBytes = 0;
        } else if (latest != null) {
            confirm(latest);
        }
        return latest;
    }

    /** Who allows more than its whole room has taken as much. */
    private void confirm(Admission by) {
        for (long taken = by.allowance - window; confirmed < taken && !unconfirmed.isEmpty(); confirmed++) {
            unconfirmed.remove();
            unconfirmedBytes -= sizes[(int) (confirmed % window)];
        }
    }

    @Override
    public void lost(LongConsumer roots) {
        if (admission != current) {
            look();
        }
        for (long[] each = lost.poll(); each != null; each = lost.poll()) {
            for (long root : each) {
                roots.accept(root);
            }
        }
    }

    @Override
    public void close() {
        closing.accept(this);
    }

    /** Some roots, those in a row once. */
    private static final class Noted implements LongConsumer {

        private long[] roots = new long[FEWEST_ROOTS];
        private int size;

        void clear() {
            size = 0;
        }

        @Override
        public void accept(long root) {
            if (size > 0 && roots[size - 1] == root) {
                return;
            }
            if (size == roots.length) {
                roots = Arrays.copyOf(roots, 2 * size);
            }
            roots[size++] = root;
        }

        long[] copy() {
            return Arrays.copyOf(roots, size);
        }
    }

    /** For batches, which become bytes as they are filled. */
    static final class Batches extends RemoteSender<Batch> implements BatchSender {

        private final BatchFormat form;

        Batches(
                Channel channel,
                RemoteProcess remote,
                BatchFormat form,
                int window,
                Consumer<RemoteSender<?>> closing) {
            super(channel, remote, form, window, closing);
            this.form = form;
        }

        @Override
        public Batch blank(int capacity, int usual, int runs) {
            return form.blank(capacity, runs);
        }

        @Override
        public boolean isNear() {
            return false;
        }
    }
}
