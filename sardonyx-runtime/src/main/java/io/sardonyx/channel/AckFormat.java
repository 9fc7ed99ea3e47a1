package io.sardonyx.channel;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.util.function.LongConsumer;

/**
 * Binary format of ack bundles: pairs of root and value, failed roots, lost roots, then, if there are any, skips and
 * what is told of a checkpoint.
 */
final class AckFormat extends ItemFormat<Acks> {

    private static final Codecs PLAIN = Codecs.builder().build();
    /* Least bytes of a skip: root, task and count. */
    private static final int LEAST_OF_SKIP = Long.BYTES + 2;

    @Override
    long fingerprint() {
        return PLAIN.fingerprint();
    }

    @Override
    SegmentOutput newOutput() {
        return PLAIN.output();
    }

    @Override
    Message message(long number, Acks acks) {
        SegmentOutput head = output();
        int start = Message.begin(head, Message.ITEM);
        head.putLong(number);
        head.putSize(acks.size());
        for (int i = 0; i < acks.size(); i++) {
            head.putFixedLong(acks.root(i));
            head.putFixedLong(acks.value(i));
        }
        head.putSize(acks.failures());
        for (int i = 0; i < acks.failures(); i++) {
            head.putFixedLong(acks.failed(i));
        }
        head.putSize(acks.losses());
        for (int i = 0; i < acks.losses(); i++) {
            head.putFixedLong(acks.lost(i));
        }
        putSkips(head, acks);
        return Message.end(head, start, this);
    }

    /** Writes the skips; a bundle without any omits the section, which keeps the format that had none. */
    private static void putSkips(SegmentOutput head, Acks acks) {
        if (acks.skips() == 0 && acks.words().length == 0) {
            return;
        }
        head.putSize(acks.skips());
        for (int i = 0; i < acks.skips(); i++) {
            head.putFixedLong(acks.skippedRoot(i));
            head.putLong(acks.skippedTask(i));
            head.putLong(acks.skippedCount(i));
        }
        if (acks.words().length > 0) {
            head.putBytes(acks.words());
        }
    }

    @Override
    SegmentInput input() {
        return PLAIN.input();
    }

    @Override
    Acks read(SegmentInput in) {
        int size = in.takeSize(2 * Long.BYTES);
        var acks = new Acks(size);
        for (int i = 0; i < size; i++) {
            acks.add(in.takeFixedLong(), in.takeFixedLong());
        }
        for (int failures = in.takeSize(Long.BYTES); failures > 0; failures--) {
            acks.fail(in.takeFixedLong());
        }
        for (int losses = in.takeSize(Long.BYTES); losses > 0; losses--) {
            acks.lose(in.takeFixedLong());
        }
        for (int skips = in.hasMore() ? in.takeSize(LEAST_OF_SKIP) : 0; skips > 0; skips--) {
            acks.skip(in.takeFixedLong(), (int) in.takeLong(), in.takeLong());
        }
        if (in.hasMore()) {
            acks.tell(in.takeBytes());
        }
        if (in.hasMore()) {
            throw new IllegalArgumentException("there are bytes behind the last ack of a bundle");
        }
        return acks;
    }

    @Override
    void roots(Acks acks, LongConsumer roots) {
        acks.roots(roots);
    }
}
