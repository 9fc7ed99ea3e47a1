package io.sardonyx.channel;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.value.TaskName;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Binary format of batches: number of segments, the runs with their roots, values and origins, then the segments.
 * Confined to one thread, since it reuses buffers.
 */
public final class BatchFormat extends ItemFormat<Batch> {

    /** Kinds of origin: consecutive runs usually are of the same partition, which is then omitted. */
    private static final int NO_ORIGIN = 0;

    private static final int SAME_PARTITION = 1;
    private static final int OTHER_PARTITION = 2;
    /* Least bytes of a run: root, value, length, and the absence of an origin. */
    private static final int LEAST_OF_RUN = 2 * Long.BYTES + 2;

    private final Codecs codecs;

    public BatchFormat(Codecs codecs) {
        this.codecs = codecs;
    }

    @Override
    long fingerprint() {
        return codecs.fingerprint();
    }

    @Override
    SegmentOutput newOutput() {
        return codecs.output();
    }

    /** The head is written behind the segments, into the same buffer, so they need not be moved. */
    @Override
    Message message(long number, Batch batch) {
        SegmentOutput head = Objects.requireNonNull(batch.bytes(), "it began as a blank one of this sender");
        int headStart = Message.begin(head, Message.ITEM);
        head.putLong(number);
        putHead(head, batch);
        return Message.end(head, headStart, this);
    }

    /** An empty batch that serializes its segments as they are added. */
    public Batch blank(int capacity, int runs) {
        return Batch.encoding(capacity, runs, output());
    }

    /** A batch as bytes that begin with {@code kind}, for a queue; the batch cannot be used any more. */
    public byte[] bytes(byte kind, Batch batch) {
        SegmentOutput segments = Objects.requireNonNull(batch.bytes(), "it began as a blank one of this format");
        int headStart = segments.size();
        putHead(segments, batch);
        int headSize = segments.size() - headStart;
        byte[] all = new byte[1 + segments.size()];
        all[0] = kind;
        System.arraycopy(segments.array(), headStart, all, 1, headSize);
        System.arraycopy(segments.array(), 0, all, 1 + headSize, headStart);
        recycle(segments);
        return all;
    }

    /** Reads what {@link #bytes} wrote. */
    public Batch read(byte[] bytes) {
        return read(codecs.input().over(ByteBuffer.wrap(bytes, 1, bytes.length - 1)));
    }

    private static void putHead(SegmentOutput head, Batch batch) {
        head.putSize(batch.size());
        head.putSize(batch.runs());
        SegmentOrigin last = null;
        int start = 0;
        for (int run = 0; run < batch.runs(); run++) {
            head.putFixedLong(batch.root(run));
            head.putFixedLong(batch.value(run));
            head.putSize(batch.end(run) - start);
            start = batch.end(run);
            SegmentOrigin origin = batch.origin(run);
            put(head, origin, last);
            last = origin == null ? last : origin;
        }
    }

    private static void put(SegmentOutput head, @Nullable SegmentOrigin origin, @Nullable SegmentOrigin last) {
        if (origin == null) {
            head.putSize(NO_ORIGIN);
            return;
        }
        boolean same = last != null
                && last.partition().equals(origin.partition())
                && last.input().equals(origin.input());
        head.putSize(same ? SAME_PARTITION : OTHER_PARTITION);
        if (!same) {
            head.putText(origin.input().text());
            head.putText(origin.partition());
        }
        head.putText(origin.position());
    }

    @Override
    SegmentInput input() {
        return codecs.input();
    }

    /**
     * Deserializes a batch. Everything read here comes from a remote process and is checked against the bytes that are
     * there.
     */
    @Override
    Batch read(SegmentInput in) {
        int size = in.takeSize();
        int runs = in.takeSize(LEAST_OF_RUN);
        var ends = new Runs(size, runs);
        for (int i = 0; i < runs; i++) {
            ends.read(in);
        }
        if (ends.end != size) {
            throw new IllegalArgumentException("a batch of " + size + " segments with runs of " + ends.end);
        }
        for (int i = 0; i < size; i++) {
            Object segment = in.segment();
            if (segment == null) {
                throw new IllegalArgumentException("segment " + i + " of a batch is null");
            }
            ends.batch.add(segment);
        }
        if (in.hasMore()) {
            throw new IllegalArgumentException("there are bytes behind the last segment of a batch");
        }
        return ends.batch;
    }

    /** The runs of a batch being read. */
    private static final class Runs {

        private final Batch batch;
        private final int size;
        private @Nullable SegmentOrigin last;
        private int end;

        Runs(int size, int runs) {
            this.batch = Batch.growing(size, runs);
            this.size = size;
        }

        void read(SegmentInput in) {
            long root = in.takeFixedLong();
            long value = in.takeFixedLong();
            int length = in.takeSize();
            if (length > size - end) {
                throw new IllegalArgumentException("the runs of a batch go beyond its " + size + " segments");
            }
            end += length;
            batch.endRun(end, root, value, origin(in));
        }

        private @Nullable SegmentOrigin origin(SegmentInput in) {
            int kind = in.takeSize();
            if (kind == NO_ORIGIN) {
                return null;
            }
            SegmentOrigin before = last;
            if (kind == OTHER_PARTITION) {
                last = new SegmentOrigin(TaskName.of(in.takeText()), in.takeText(), in.takeText());
            } else if (kind == SAME_PARTITION && before != null) {
                last = new SegmentOrigin(before.input(), before.partition(), in.takeText());
            } else {
                throw new IllegalArgumentException("an origin of kind " + kind);
            }
            return last;
        }
    }

    @Override
    void roots(Batch batch, LongConsumer roots) {
        for (int run = 0; run < batch.runs(); run++) {
            roots.accept(batch.root(run));
        }
    }
}
