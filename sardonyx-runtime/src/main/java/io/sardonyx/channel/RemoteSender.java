package io.sardonyx.channel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sending end of a channel to another process: serializes items on the task's thread and sends as many as the receiver
 * has given credit for.
 *
 * <p>It remembers the roots of each item until the receiver's credit confirms it, to report them as lost when the link
 * breaks.
 *
 * <p>Threads: the admission is written in turns of {@link RemoteChannels} and read by the task; everything else is
 * confined to the task.
 */
final class RemoteSender<T> implements ChannelSender<T> {

    /**
     * Capacity factor of batches for other processes: the cost of a message is paid once for so many, unless it is
     * large or a flush comes first.
     */
    private static final int TOGETHER = 8;

    private static final int FEWEST_ROOTS = 4;

    private final Channel channel;
    private final RemoteProcess remote;
    private final ItemFormat<T> format;
    /* The receiver's queue capacity in items. */
    private final int window;
    private final Consumer<RemoteSender<?>> closing;
    private final RootList itemRoots = new RootList();
    /* Roots of each item sent under the present admission and not confirmed, in order. */
    private final ArrayDeque<long[]> unconfirmed = new ArrayDeque<>();
    /* Size of each of these in bytes, by its number modulo the window, and their sum. */
    private final int[] sizes;
    private long unconfirmedBytes;
    /* Roots of items that may be lost, until the task asks. */
    private final ArrayDeque<long[]> lost = new ArrayDeque<>();
    private volatile @Nullable Admission admission;
    private volatile Runnable room = () -> {};
    /* The admission under which sent and confirmed count; it lags behind the volatile one until the next look. */
    private @Nullable Admission current;
    private long sent;
    private long confirmed;

    /**
     * Admission by the receiver: the channel's number on the link and its credit. The credit is raised in turns of the
     * channels, by a single writer.
     */
    static final class Admission {

        private final long number;
        private final long fingerprint;
        private final long room;
        private volatile long allowance;
        private volatile int batchLimit;

        Admission(Message.Admit admit) {
            this.number = admit.number();
            this.fingerprint = admit.fingerprint();
            this.room = admit.room();
            this.allowance = admit.allowance();
            this.batchLimit = limit(admit.segmentsWanted());
        }

        private static int limit(long segmentsWanted) {
            return (int) Math.max(1, Math.min(ChannelLimits.NO_LIMIT, segmentsWanted));
        }

        long number() {
            return number;
        }

        /** Most segments that the receiver wants in a batch. */
        int batchLimit() {
            return batchLimit;
        }

        /** Raises the credit; never lowers it, since grants may be repeated out of date. */
        void raise(long to, long segmentsWanted) {
            batchLimit = limit(segmentsWanted);
            allowance = Math.max(allowance, to);
        }
    }

    RemoteSender(
            Channel channel,
            RemoteProcess remote,
            ItemFormat<T> format,
            int window,
            Consumer<RemoteSender<?>> closing) {
        this.channel = channel;
        this.remote = remote;
        this.format = format;
        this.window = window;
        this.sizes = new int[window];
        this.closing = closing;
    }

    /** Sets the admission, or null when the link is down or the receiver has withdrawn. In turns of the channels. */
    void admit(@Nullable Admission latest) {
        admission = latest;
        room.run();
    }

    /** Raises the credit, because the receiver has taken items, or is slow. In turns of the channels. */
    void raise(Admission by, long allowance, long segmentsWanted) {
        by.raise(allowance, segmentsWanted);
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

    /**
     * A batch that serializes its segments as they are added, into a pooled buffer; no larger than for a channel within
     * the process if the receiver is slow.
     */
    @Override
    public Batch blank(int capacity, int usual, int runs) {
        boolean slow = batchLimit() != ChannelLimits.NO_LIMIT;
        return Batch.encoding(slow ? capacity : TOGETHER * capacity, runs, format.output());
    }

    @Override
    public int batchLimit() {
        Admission open = admission;
        return open == null ? ChannelLimits.NO_LIMIT : open.batchLimit();
    }

    @Override
    public boolean isNear() {
        return false;
    }

    @Override
    public boolean offer(T item) {
        Admission open = currentAdmission();
        if (open == null || sent >= open.allowance || unconfirmedBytes > open.room / 2 || isAhead(open)) {
            return false;
        }
        if (open.fingerprint != format.fingerprint()) {
            throw new IllegalStateException("the process at " + remote.site() + " knows other classes for the segments"
                    + " of job " + channel.job() + "; give all processes the same jars");
        }
        itemRoots.clear();
        format.roots(item, itemRoots);
        Message message = format.message(open.number, item);
        int length = message.length();
        remote.send(message);
        unconfirmed.add(itemRoots.copy());
        sizes[(int) (sent % window)] = length;
        unconfirmedBytes += length;
        sent++;
        return true;
    }

    /** Whether a slow receiver has as many batches in its queue as it wants. */
    private boolean isAhead(Admission open) {
        int wanted = open.batchLimit();
        return wanted != ChannelLimits.NO_LIMIT && unconfirmed.size() >= ChannelLimits.batchesQueued(wanted);
    }

    /** Reads the admission. When it has changed, everything unconfirmed under the former one may be lost. */
    private @Nullable Admission currentAdmission() {
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

    /** Derives from the credit how many items were taken: credit is the number taken plus the window. */
    private void confirm(Admission by) {
        for (long taken = by.allowance - window; confirmed < taken && !unconfirmed.isEmpty(); confirmed++) {
            unconfirmed.remove();
            unconfirmedBytes -= sizes[(int) (confirmed % window)];
        }
    }

    @Override
    public void lost(LongConsumer roots) {
        if (admission != current) {
            currentAdmission();
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

    /** Collects roots; consecutive duplicates are dropped. */
    private static final class RootList implements LongConsumer {

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
}
