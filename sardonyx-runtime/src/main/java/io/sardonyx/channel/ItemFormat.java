package io.sardonyx.channel;

import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.util.function.LongConsumer;

/** How what travels on a channel becomes bytes. For one thread. */
interface ItemFormat<T> {

    /** What codecs it goes by. */
    long fingerprint();

    /** An output for the head of a message. */
    SegmentOutput output();

    /** The message of an item whose head is written so far. */
    byte[] message(SegmentOutput head, T item);

    SegmentInput input();

    /** The item behind the head of a message. */
    T read(SegmentInput in);

    /** All roots that an item is about. */
    void roots(T item, LongConsumer roots);
}
