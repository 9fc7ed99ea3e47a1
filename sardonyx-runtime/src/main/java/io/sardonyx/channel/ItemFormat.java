package io.sardonyx.channel;

import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.util.function.LongConsumer;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * Binary format of the items of a channel, with a pool of buffers to serialize them into.
 *
 * <p>An instance is confined to the task's thread. Only the buffers of messages come back from another one, that of the
 * turns of {@link RemoteChannels}, which is why the pool is an SPSC queue.
 */
abstract class ItemFormat<T> {

    /** Buffers that grew larger than this are not pooled. */
    private static final int MOST_POOLED_BYTES = 1 << 18;
    /** Half of the batches that may be on their way: as a rule fewer have not been copied by the link yet. */
    private static final int POOLED = ChannelLimits.BATCHES_PER_CHANNEL / 2;

    private final SpscVarHandleArrayQueue<SegmentOutput> pool = new SpscVarHandleArrayQueue<>(POOLED);

    /** Fingerprint of the codecs, compared by both ends before the first item. */
    abstract long fingerprint();

    /** A new buffer for {@link #output}. */
    abstract SegmentOutput newOutput();

    /** An empty buffer, if possible one of an earlier message. */
    final SegmentOutput output() {
        SegmentOutput pooled = pool.poll();
        if (pooled == null) {
            return newOutput();
        }
        pooled.clear();
        return pooled;
    }

    /** Takes back the buffer of a message that was sent; in turns of the channels. */
    final void recycle(SegmentOutput sent) {
        if (sent.array().length <= MOST_POOLED_BYTES) {
            pool.offer(sent);
        }
    }

    /** Serializes an item into a message for the channel of a number. */
    abstract Message message(long number, T item);

    abstract SegmentInput input();

    /** Deserializes the item behind the head of a message. */
    abstract T read(SegmentInput in);

    /** All roots that an item is about, to be reported should it be lost. */
    abstract void roots(T item, LongConsumer roots);
}
