package io.sardonyx.channel;

import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.util.function.LongConsumer;

/**
 * Binary format of the items of a channel. Implementations may reuse buffers, so an instance is confined to one thread.
 */
interface ItemFormat<T> {

    /** Fingerprint of the codecs, compared by both ends before the first item. */
    long fingerprint();

    /** A buffer for the head of messages. */
    SegmentOutput output();

    /** Serializes an item into a message whose head, the channel's number, is written already. */
    byte[] message(SegmentOutput head, T item);

    SegmentInput input();

    /** Deserializes the item behind the head of a message. */
    T read(SegmentInput in);

    /** All roots that an item is about, to be reported should it be lost. */
    void roots(T item, LongConsumer roots);
}
