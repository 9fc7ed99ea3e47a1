package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.function.KeyedState;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.json.OneLine;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import io.sardonyx.table.TaskTables;
import io.sardonyx.task.state.StateDecorator;
import io.sardonyx.value.Assignment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Oracle for values in state: a function must not change one that it has given to a state, since a checkpoint would not
 * notice, or contain the value of a later moment. Each is encoded when it is given, and again when the function has
 * returned and whenever it is read.
 */
public final class StateOracle implements StateDecorator {

    private static final int LONGEST_VALUE = 200;

    private final Tables tables;
    private final List<Watched> watched = new ArrayList<>();
    private boolean watching;
    private @Nullable String violation;

    /** A value when it was first seen. */
    private record Seen(ByteBuffer bytes, String text) {}

    /** Decorates the tables of a task, for example with a planted bug. */
    @FunctionalInterface
    public interface Tables {
        TaskTables decorated(Assignment self, TaskTables tables);
    }

    /** @param tables decorates the tables of each task */
    public StateOracle(Tables tables) {
        this.tables = tables;
    }

    /** From now on, values in state are watched. */
    public void begin() {
        watching = true;
    }

    /**
     * Throws the first violation found, if any. It is not thrown where it is found, since the engine would take it for
     * a failure of the function.
     */
    public void check() {
        watched.forEach(Watched::compareAll);
        if (violation != null) {
            throw new AssertionError(violation);
        }
    }

    @Override
    public TaskTables decorated(Assignment self, TaskTables real) {
        return tables.decorated(self, real);
    }

    @Override
    public KeyedState decorated(Assignment self, KeyedState state, @Nullable KeyFunction keys, Codecs codecs) {
        if (!watching) {
            return state;
        }
        var task = new Watched(self, state, keys, codecs);
        watched.add(task);
        return task;
    }

    /** State of a task at one peer. */
    private final class Watched implements KeyedState {

        private final Assignment self;
        private final KeyedState state;
        private final @Nullable KeyFunction keys;
        private final Codecs codecs;
        private final IdentityHashMap<Object, Seen> seen = new IdentityHashMap<>();
        /* The values that were read or given since the present key was sought, with the name of their state. */
        private final IdentityHashMap<Object, String> present = new IdentityHashMap<>();
        private @Nullable Object key;

        Watched(Assignment self, KeyedState state, @Nullable KeyFunction keys, Codecs codecs) {
            this.self = self;
            this.state = state;
            this.keys = keys;
            this.codecs = codecs;
        }

        @Override
        public boolean seek(Object segment) throws Throwable {
            compareAll();
            boolean isCalled = state.seek(segment);
            key = isCalled && keys != null ? keys.key(segment) : segment;
            return isCalled;
        }

        @Override
        public void rollBack() {
            compareAll();
            state.rollBack();
        }

        private void compareAll() {
            present.forEach((value, name) -> compare(name, value));
            present.clear();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object handle(String name) {
            Object handle = state.handle(name);
            if (handle instanceof Total) {
                return handle;
            }
            if (handle instanceof Value) {
                return new WatchedValue(name, (Value<Object>) handle, this);
            }
            if (handle instanceof Entries) {
                return new WatchedEntries(name, (Entries<Object, Object>) handle, this);
            }
            return handle instanceof Items ? new WatchedItems(name, (Items<Object>) handle, this) : handle;
        }

        /** Compares a value with what it was when it was first seen. */
        <T> T compare(String name, T value) {
            present.putIfAbsent(value, name);
            ByteBuffer bytes = ByteBuffer.wrap(codecs.encode(value));
            Seen before = seen.computeIfAbsent(value, same -> new Seen(bytes, String.valueOf(same)));
            if (violation == null && !before.bytes.equals(bytes)) {
                violation = "task " + self.task() + " of job " + self.job() + " has changed a value of its state "
                        + name + " for the key " + key + " after it had given it to the state, which does not notice: "
                        + OneLine.of(before.text, LONGEST_VALUE) + " is now "
                        + OneLine.of(String.valueOf(value), LONGEST_VALUE)
                        + "; give the state another value instead";
            }
            return value;
        }
    }

    private record WatchedValue(String name, Value<Object> value, Watched task) implements Value<Object> {

        @Override
        public @Nullable Object get() {
            Object found = value.get();
            return found == null ? null : task.compare(name, found);
        }

        @Override
        public void set(Object other) {
            value.set(task.compare(name, other));
        }

        @Override
        public void clear() {
            value.clear();
        }
    }

    private record WatchedEntries(String name, Entries<Object, Object> entries, Watched task)
            implements Entries<Object, Object> {

        @Override
        public @Nullable Object get(Object entry) {
            Object found = entries.get(entry);
            return found == null ? null : task.compare(name, found);
        }

        @Override
        public void put(Object entry, Object value) {
            entries.put(task.compare(name, entry), task.compare(name, value));
        }

        @Override
        public void remove(Object entry) {
            entries.remove(entry);
        }

        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public void forEach(BiConsumer<? super Object, ? super Object> action) {
            entries.forEach((entry, value) -> action.accept(task.compare(name, entry), task.compare(name, value)));
        }

        @Override
        public void clear() {
            entries.clear();
        }
    }

    private record WatchedItems(String name, Items<Object> items, Watched task) implements Items<Object> {

        @Override
        public void add(Object item) {
            items.add(task.compare(name, item));
        }

        @Override
        public List<Object> all() {
            List<Object> found = items.all();
            found.forEach(item -> task.compare(name, item));
            return found;
        }

        @Override
        public int size() {
            return items.size();
        }

        @Override
        public void clear() {
            items.clear();
        }
    }
}
