package io.sardonyx.table;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.table.StateFile.Chunk;
import io.sardonyx.table.TableRange.RowWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Writer of a state file: freezes tables, then writes them some rows at a time while functions go on changing them. A
 * row that changes before it was written is written at that moment, aside, and added to the chunk of its range.
 */
public final class StateFileWriter implements TaskTables.Frozen {

    private static final int BUFFER_BYTES = 1 << 20;

    /** Rows of a frozen range that changed before they were written. */
    private static final class Aside {
        final SegmentOutput out;
        int rows;

        Aside(SegmentOutput out) {
            this.out = out;
        }
    }

    private final StateTables tables;
    private final Codecs codecs;
    private final SegmentOutput out;
    private final List<ByteBuffer> buffers = new ArrayList<>();
    private final List<Chunk> chunks = new ArrayList<>();
    /* By cell: what is to be written of a table's range, and what was written of it already. */
    private final boolean[] frozen;
    private final boolean[] whole;
    private final @Nullable Aside[] asides;
    private long asideBytes;
    private long flushed;
    private int cell;
    private boolean begun;
    private int rows;
    private int start;
    private boolean ended;
    private boolean allWhole = true;
    /* Of a row that was written aside. */
    private @Nullable UnstorableState unstorable;

    /**
     * Freezes all that the present generation has changed, and begins the next one.
     *
     * @param wholeCells of which cells, by {@code table * 256 + range}, all rows are written, not only the changed ones
     */
    public StateFileWriter(StateTables tables, Codecs codecs, IntPredicate wholeCells) {
        this.tables = tables;
        this.codecs = codecs;
        this.out = codecs.output();
        int cells = tables.count() * StateTable.RANGES;
        this.frozen = new boolean[cells];
        this.whole = new boolean[cells];
        this.asides = new Aside[cells];
        out.putFixedLong(StateFile.MAGIC);
        for (int i = 0; i < cells; i++) {
            freeze(i, wholeCells.test(i));
        }
        tables.next();
    }

    private void freeze(int which, boolean all) {
        StateTable table = tables.table(which / StateTable.RANGES);
        TableRange range = table.range(which % StateTable.RANGES);
        if (range != null) {
            frozen[which] = all || range.isDirty();
            whole[which] = all;
            allWhole &= all;
            RowWriter aside = (of, row) -> {
                Aside kept = asides[which];
                if (kept == null) {
                    kept = new Aside(codecs.output());
                    asides[which] = kept;
                }
                writeAside(table, of, row, kept);
            };
            range.freeze(all, aside);
        }
    }

    /** The function that changes the row has no part in what the row was, so a failure waits for {@link #write}. */
    private void writeAside(StateTable table, TableRange of, int row, Aside kept) {
        int before = kept.out.size();
        try {
            table.write(of, row, kept.out);
            asideBytes += kept.out.size() - before;
            kept.rows++;
        } catch (UnstorableState e) {
            unstorable = e;
        }
    }

    @Override
    public boolean write(int most) {
        if (unstorable != null) {
            throw unstorable;
        }
        int left = most;
        while (left > 0 && cell < frozen.length) {
            if (!frozen[cell]) {
                skip();
                continue;
            }
            StateTable table = tables.table(cell / StateTable.RANGES);
            TableRange range = table.range(cell % StateTable.RANGES);
            if (!begun) {
                begin();
            }
            int looked = range == null
                    ? 0
                    : range.write(left, (of, row) -> {
                        table.write(of, row, out);
                        rows++;
                    });
            left -= Math.max(1, looked);
            if (range == null || !range.isFrozen()) {
                end();
                cell++;
            }
        }
        if (cell == frozen.length && !ended) {
            ended = true;
            finish();
        }
        return ended;
    }

    /** A range without changes is not in the file, but its freeze ends all the same; there is no row to look at. */
    private void skip() {
        TableRange range = tables.table(cell / StateTable.RANGES).range(cell % StateTable.RANGES);
        if (range != null) {
            range.write(1, (of, row) -> {});
        }
        cell++;
    }

    private void begin() {
        begun = true;
        if (out.size() >= BUFFER_BYTES) {
            flush();
        }
        start = out.size();
        rows = 0;
    }

    private void end() {
        begun = false;
        Aside aside = asides[cell];
        if (aside != null) {
            out.putRaw(aside.out.array(), aside.out.size());
            asideBytes -= aside.out.size();
            rows += aside.rows;
            asides[cell] = null;
        }
        int length = out.size() - start;
        int checksum = StateFile.checksum(ByteBuffer.wrap(out.array(), start, length));
        chunks.add(new Chunk(
                cell / StateTable.RANGES,
                cell % StateTable.RANGES,
                whole[cell],
                rows,
                flushed + start,
                length,
                checksum));
    }

    private void flush() {
        buffers.add(ByteBuffer.wrap(Arrays.copyOf(out.array(), out.size())));
        flushed += out.size();
        out.clear();
    }

    private void finish() {
        int at = out.size();
        new StateFile(tables.states(), codecs.shapes(), chunks).write(out, tables.isTimed());
        int checksum = StateFile.checksum(ByteBuffer.wrap(out.array(), at, out.size() - at));
        out.putFixedLong(flushed + at);
        out.putFixedLong(checksum);
        out.putFixedLong(StateFile.MAGIC);
        flush();
    }

    @Override
    public boolean isWhole() {
        return allWhole;
    }

    @Override
    public boolean hasChunks() {
        return !chunks.isEmpty();
    }

    @Override
    public List<Chunk> chunks() {
        return chunks;
    }

    @Override
    public List<ByteBuffer> content() {
        return buffers;
    }

    @Override
    public long bytes() {
        return flushed + out.size() + asideBytes;
    }

    @Override
    public long size() {
        return flushed;
    }
}
