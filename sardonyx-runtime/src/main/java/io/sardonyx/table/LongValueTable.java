package io.sardonyx.table;

import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.state.Value;
import io.sardonyx.table.StateTables.Declaration;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Table of one whole number for each key, in a column: a {@link Value} of {@code Long}. Files are as for objects. */
final class LongValueTable extends StateTable implements Value<Object> {

    private boolean saved;
    private boolean existed;
    private long former;
    private long formerTime;

    LongValueTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
        super(declared, present, size);
    }

    @Override
    void seek() {
        super.seek();
        saved = false;
    }

    @Override
    public @Nullable Object get() {
        int row = row();
        return row < 0 ? null : (Object) range().column(row, 0);
    }

    @Override
    public void set(Object value) {
        Objects.requireNonNull(value, () -> "state " + name + " cannot be null; clear() removes it");
        long number = (Long) value;
        save();
        range().column(changing(), 0, number);
    }

    @Override
    public void clear() {
        save();
        removeRow();
    }

    private void save() {
        if (!saved) {
            willChange();
            int row = row();
            existed = row >= 0;
            former = existed ? range().column(row, 0) : 0;
            formerTime = existed ? timeOf(row) : 0;
            saved = true;
        }
    }

    @Override
    void rollBack() {
        if (saved) {
            saved = false;
            if (existed) {
                int row = changing();
                range().column(row, 0, former);
                timeOf(row, formerTime);
            } else {
                removeRow();
            }
        }
    }

    @Override
    void writeContent(TableRange range, int which, SegmentOutput out) {
        out.segment(range.column(which, 0));
    }

    @Override
    void readContent(TableRange range, int which, SegmentInput in) {
        Object value = in.segment();
        if (!(value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte)) {
            throw new DamagedState("state " + name + " contains " + value + ", but the task keeps whole numbers");
        }
        range.column(which, 0, ((Number) value).longValue());
    }
}
