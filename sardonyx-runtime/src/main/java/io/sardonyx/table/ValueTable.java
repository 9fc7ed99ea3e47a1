package io.sardonyx.table;

import io.sardonyx.state.Aggregate;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import io.sardonyx.table.StateTables.Declaration;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Table of one object for each key: a {@link Value}, or the accumulator of a {@link Total}. */
class ValueTable extends StateTable implements Value<Object> {

    private final ValueCheck storable = storable();
    private boolean saved;
    private @Nullable Object former;
    private long formerTime;

    ValueTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
        super(declared, present, size);
    }

    @Override
    void seek() {
        super.seek();
        saved = false;
        former = null;
    }

    @Override
    public final @Nullable Object get() {
        int row = row();
        return row < 0 ? null : range().value(row);
    }

    @Override
    public final void set(Object value) {
        Objects.requireNonNull(value, () -> "state " + name + " cannot be null; clear() removes it");
        check(storable, value);
        save();
        range().value(changing(), value);
    }

    @Override
    public final void clear() {
        save();
        removeRow();
    }

    private void save() {
        if (!saved) {
            willChange();
            former = get();
            formerTime = former == null ? 0 : timeOf(row());
            saved = true;
        }
    }

    @Override
    void rollBack() {
        if (saved) {
            Object before = former;
            if (before == null) {
                removeRow();
            } else {
                int row = changing();
                range().value(row, before);
                timeOf(row, formerTime);
            }
            saved = false;
        }
    }

    /** Table of accumulators of an aggregate. */
    static final class Accumulators extends ValueTable implements Total<Object, Object> {

        private final Aggregate<Object, Object, Object> aggregate;

        Accumulators(
                Declaration declared,
                PresentKey present,
                ToLongFunction<Object> size,
                Aggregate<Object, Object, Object> aggregate) {
            super(declared, present, size);
            this.aggregate = aggregate;
        }

        @Override
        public void add(Object value) {
            set(aggregate.add(or(aggregate.zero()), value));
        }

        @Override
        void merge(Object accumulator) {
            Object before = get();
            set(before == null ? accumulator : aggregate.merge(before, accumulator));
        }

        @Override
        public Object result() {
            return aggregate.result(or(aggregate.zero()));
        }
    }
}
