package io.sardonyx.table;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Format of a state file: what one peer adds to a checkpoint, the rows that were changed or removed since the one
 * before, in chunks by table and range. A chunk may be whole, then it replaces all earlier chunks of its range.
 *
 * <pre>{@code
 * magic · chunk · chunk · … · footer (states, types, chunks with offset, length and CRC-32C) · trailer
 * }</pre>
 *
 * @param states that it contains, in the order of their indexes, as {@code name:kind:key}
 * @param types shapes of the classes that occur in it, in the order of their codes
 */
public record StateFile(List<String> states, List<String> types, List<Chunk> chunks) {

    /** Begins and ends a file. */
    static final long MAGIC = 0x5344585354415445L;

    /** Bytes of the trailer: offset and checksum of the footer, and the magic number. */
    public static final int TRAILER = 3 * Long.BYTES;

    /** Format of a file whose rows have no times, and of one whose rows may have. */
    private static final int FORMAT = 1;

    private static final int TIMED_FORMAT = 2;

    /**
     * Some rows of one range of one table.
     *
     * @param whole whether it has all rows of the range, not only the changed ones
     */
    public record Chunk(int table, int range, boolean whole, int rows, long offset, int length, int checksum) {}

    /** Where the footer is, and what it must be, as the trailer says. */
    public record Footer(long offset, int checksum) {

        /**
         * Reads a trailer.
         *
         * @throws DamagedState if it is none
         */
        public static Footer read(ByteBuffer trailer) {
            if (trailer.remaining() != TRAILER || trailer.getLong(trailer.position() + 2 * Long.BYTES) != MAGIC) {
                throw new DamagedState("it does not end as a state file does");
            }
            return new Footer(
                    trailer.getLong(trailer.position()), (int) trailer.getLong(trailer.position() + Long.BYTES));
        }
    }

    /** @param timed whether rows have the time at which they were last written */
    void write(SegmentOutput out, boolean timed) {
        out.putLong(timed ? TIMED_FORMAT : FORMAT);
        out.segment(states);
        out.segment(types);
        out.putSize(chunks.size());
        for (Chunk chunk : chunks) {
            out.putSize(chunk.table);
            out.putSize(chunk.range);
            out.putSize(chunk.whole ? 1 : 0);
            out.putSize(chunk.rows);
            out.putLong(chunk.offset);
            out.putSize(chunk.length);
            out.putLong(chunk.checksum);
        }
    }

    /**
     * Reads a footer.
     *
     * @throws DamagedState if it is not what the trailer says
     */
    public static StateFile read(ByteBuffer footer, Footer expected) {
        if (checksum(footer.duplicate()) != expected.checksum) {
            throw new DamagedState("the checksum of its footer is wrong");
        }
        SegmentInput in = Codecs.builder().build().input().over(footer);
        long format = in.takeLong();
        if (format != FORMAT && format != TIMED_FORMAT) {
            throw new DamagedState("it has format " + format + ", this program reads up to " + TIMED_FORMAT
                    + "; use the program that wrote it, or a newer one");
        }
        List<String> states = texts(in.segment());
        List<String> types = texts(in.segment());
        int count = in.takeSize(7);
        var chunks = new ArrayList<Chunk>(count);
        for (int i = 0; i < count; i++) {
            chunks.add(new Chunk(
                    in.takeUnsigned(),
                    in.takeUnsigned(),
                    in.takeUnsigned() == 1,
                    in.takeUnsigned(),
                    in.takeLong(),
                    in.takeUnsigned(),
                    (int) in.takeLong()));
        }
        var read = new StateFile(states, types, chunks);
        read.check(expected.offset);
        return read;
    }

    /** Chunks are of states and ranges that exist, and before the footer. */
    private void check(long end) {
        for (Chunk chunk : chunks) {
            if (chunk.table >= states.size()
                    || chunk.range >= StateTable.RANGES
                    || chunk.offset < 0
                    || chunk.offset > end - chunk.length) {
                throw new DamagedState("there is no place for the chunk at " + chunk.offset);
            }
        }
    }

    /** Reads the footer of a file that is in memory. */
    static StateFile ofAll(ByteBuffer file) {
        int end = file.remaining() - TRAILER;
        if (end < 0) {
            throw new DamagedState("it is too short for a state file");
        }
        Footer footer = Footer.read(file.slice(file.position() + end, TRAILER));
        if (footer.offset < 0 || footer.offset > end) {
            throw new DamagedState("it has no footer where its trailer says");
        }
        int offset = (int) footer.offset;
        return read(file.slice(file.position() + offset, end - offset), footer);
    }

    private static List<String> texts(@Nullable Object list) {
        if (list instanceof List<?> texts) {
            return texts.stream().map(String::valueOf).toList();
        }
        throw new DamagedState("its footer is no footer");
    }

    /** CRC-32C of the remaining bytes of a buffer. */
    public static int checksum(ByteBuffer bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
