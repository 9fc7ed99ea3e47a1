package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.table.StateTables.Declaration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Table of several rows for each key, chained in the order in which they came: the entries of a map, or the items of a
 * list by their indexes. The chains are not stored; they follow from the rows.
 */
abstract class EntryTable extends StateTable {

    private static final int NONE = -1;

    /** The rows of one owner. */
    static final class Chain {
        int first = NONE;
        int last = NONE;
        int size;
        /* Of a list, the sum of all indexes. */
        long indexes;
    }

    /** What an entry was before the present segment changed it, and when it was written; null if there was none. */
    private record Change(Object entry, @Nullable Object before, long time) {}

    private final Map<Object, Chain> chains = new HashMap<>();
    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private final ValueCheck storable = storable();

    EntryTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
        super(declared, present, size);
    }

    @Override
    void seek() {
        super.seek();
        changes.clear();
    }

    @Override
    final void rollBack() {
        while (!changes.isEmpty()) {
            Change change = changes.removeLast();
            if (change.before == null) {
                removeNow(change.entry);
            } else {
                timeOf(putNow(change.entry, change.before), change.time);
            }
        }
        changes.clear();
    }

    @Override
    void reset(int firstGeneration) {
        super.reset(firstGeneration);
        chains.clear();
    }

    private int find(Object entry) {
        return range().find(new EntryKey(present.key(), entry), EntryKey.hash(present.hash(), entry));
    }

    /** The row of an entry that is not removed, or {@link TableRange#NO_ROW}. */
    final int live(Object entry) {
        int row = find(entry);
        return row < 0 || range().isRemoved(row) ? TableRange.NO_ROW : row;
    }

    final @Nullable Object at(Object entry) {
        int row = live(entry);
        return row < 0 ? null : range().value(row);
    }

    final void change(Object entry, Object value) {
        Objects.requireNonNull(value, () -> "an entry of state " + name + " cannot be null; remove it");
        check(storable, value);
        Change change = changed(entry);
        if (change.before == null) {
            checkEntry(entry);
        }
        changes.add(change);
        putNow(entry, value);
    }

    /** Checks the key of an entry that there was not, before it would be one that nobody finds. */
    private void checkEntry(Object entry) {
        if (entry instanceof String || entry instanceof Integer || entry instanceof Long) {
            return;
        }
        try {
            present.ofEqualKeys().hash(entry);
        } catch (BadSegment e) {
            throw UnstorableState.entry(name, present.key(), entry, e);
        }
    }

    final void delete(Object entry) {
        Change change = changed(entry);
        if (change.before != null) {
            changes.add(change);
            removeNow(entry);
        }
    }

    private Change changed(Object entry) {
        willChange();
        int row = live(entry);
        return row < 0 ? new Change(entry, null, 0) : new Change(entry, range().value(row), timeOf(row));
    }

    /** Puts an entry; returns its row. */
    private int putNow(Object entry, Object value) {
        TableRange range = range();
        int row = find(entry);
        boolean joins = row < 0;
        if (joins) {
            row = range.insert(new EntryKey(present.key(), entry), 0, EntryKey.hash(present.hash(), entry));
        } else {
            range.touch(row);
            if (range.isRemoved(row)) {
                range.revive(row);
                joins = true;
            }
        }
        range.value(row, value);
        written(range, row);
        if (joins) {
            restored(range, row);
        }
        return row;
    }

    private void removeNow(Object entry) {
        int row = live(entry);
        if (row >= 0) {
            remove(range(), row);
        }
    }

    /** The rows of the present key; null if there are none. */
    final @Nullable Chain chain() {
        return chains.get(present.key());
    }

    /** Removes entries of the present key that have expired, until the first in the chain has not. */
    abstract void expireFirst();

    @Override
    final boolean hasKey() {
        expireFirst();
        return chain() != null;
    }

    @Override
    final boolean isFirstOf(TableRange range, int which) {
        expireFirst();
        Chain chain = chain();
        return chain != null && chain.first == which;
    }

    /** The next row in its chain, or {@link #NONE}. */
    static int behind(TableRange range, int row) {
        return next(range.links(row));
    }

    /** The entries of the present key, in the order in which they came. */
    final List<Object> entries() {
        Chain chain = chain();
        var all = new ArrayList<>(chain == null ? 0 : chain.size);
        TableRange range = range();
        for (int row = chain == null ? NONE : chain.first; row != NONE; row = next(range.links(row))) {
            all.add(((EntryKey) range.key(row)).entry());
        }
        return all;
    }

    @Override
    public void restored(TableRange range, int row) {
        Chain chain = chains.computeIfAbsent(((EntryKey) range.key(row)).owner(), owner -> {
            memory.chains(1);
            return new Chain();
        });
        range.links(row, links(chain.last, NONE));
        if (chain.last == NONE) {
            chain.first = row;
        } else {
            range.links(chain.last, links(previous(range.links(chain.last)), row));
        }
        chain.last = row;
        chain.indexes += indexOf(range, row);
        chain.size++;
    }

    @Override
    public void vanishing(TableRange range, int row) {
        Object owner = ((EntryKey) range.key(row)).owner();
        Chain chain = Objects.requireNonNull(chains.get(owner), "a row has a chain");
        int before = previous(range.links(row));
        int behind = next(range.links(row));
        if (before == NONE) {
            chain.first = behind;
        } else {
            range.links(before, links(previous(range.links(before)), behind));
        }
        if (behind == NONE) {
            chain.last = before;
        } else {
            range.links(behind, links(before, next(range.links(behind))));
        }
        chain.indexes -= indexOf(range, row);
        if (--chain.size == 0) {
            chains.remove(owner);
            memory.chains(-1);
        }
    }

    @Override
    long keyCount() {
        return chains.size();
    }

    /** Of an item its index in its list. */
    long indexOf(TableRange range, int which) {
        return 0;
    }

    private static long links(int previous, int next) {
        return (long) previous << 32 | next & 0xFFFF_FFFFL;
    }

    private static int previous(long links) {
        return (int) (links >> 32);
    }

    private static int next(long links) {
        return (int) links;
    }

    @Override
    Object keyOf(TableRange range, int which) {
        return ((EntryKey) range.key(which)).owner();
    }

    @Override
    void writeKey(Object key, SegmentOutput out) {
        out.segment(((EntryKey) key).owner());
        out.segment(((EntryKey) key).entry());
    }

    @Override
    Object readKey(SegmentInput in) {
        Object owner = present(in.key());
        if (present.type().isNumber() && !(owner instanceof Number)) {
            throw new DamagedState("a key in it is no number");
        }
        return new EntryKey(owner, present(in.key()));
    }

    @Override
    long hashOf(Object key) {
        var entry = (EntryKey) key;
        return EntryKey.hash(present.groups().hash(entry.owner()), entry.entry());
    }

    /** A map for each key. */
    static final class MapTable extends EntryTable implements Entries<Object, Object> {

        MapTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
            super(declared, present, size);
        }

        @Override
        void expireFirst() {
            Chain chain = chain();
            while (chain != null && chain.size > 0 && isExpired(range(), chain.first)) {
                remove(range(), chain.first);
            }
        }

        /** Removes all entries of the present key that have expired. */
        private void expireAll() {
            Chain chain = chain();
            if (chain == null || !mayHaveExpired(range(), 0)) {
                return;
            }
            TableRange range = range();
            int row = chain.first;
            while (row != NONE) {
                int next = behind(range, row);
                if (isExpired(range, row)) {
                    remove(range, row);
                }
                row = next;
            }
        }

        @Override
        public @Nullable Object get(Object entry) {
            int row = live(entry);
            if (row >= 0 && isExpired(range(), row)) {
                remove(range(), row);
                return null;
            }
            return row < 0 ? null : range().value(row);
        }

        @Override
        public void put(Object entry, Object value) {
            change(entry, value);
        }

        @Override
        public void remove(Object entry) {
            delete(entry);
        }

        @Override
        public int size() {
            expireAll();
            Chain chain = chain();
            return chain == null ? 0 : chain.size;
        }

        @Override
        public void forEach(BiConsumer<? super Object, ? super Object> action) {
            expireAll();
            for (Object entry : entries()) {
                Object value = at(entry);
                if (value != null) { // else the action has removed it
                    action.accept(entry, value);
                }
            }
        }

        @Override
        public void clear() {
            entries().forEach(this::delete);
        }
    }

    /**
     * A list for each key, its items by their indexes, which follow each other. An item expires only when those before
     * it have.
     */
    static final class ListTable extends EntryTable implements Items<Object> {

        ListTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
            super(declared, present, size);
        }

        @Override
        long indexOf(TableRange range, int which) {
            if (((EntryKey) range.key(which)).entry() instanceof Number index) {
                return index.longValue();
            }
            throw new DamagedState("an item of a list has no index");
        }

        /** The key of an item; those of long lists of the past begin behind zero. */
        private static Object index(long number) {
            if (number <= Integer.MAX_VALUE) {
                return (int) number;
            }
            return number;
        }

        /** The index of the first item, as indexes follow each other. */
        private static long first(Chain chain) {
            return (chain.indexes - (long) chain.size * (chain.size - 1) / 2) / chain.size;
        }

        @Override
        void expireFirst() {
            if (isTimed()) {
                expireFirst(Integer.MAX_VALUE);
            }
        }

        private int expireFirst(int most) {
            Chain chain = chain();
            int removed = 0;
            while (chain != null && chain.size > 0 && removed < most) {
                int row = live(index(first(chain)));
                if (row < 0 || !isExpired(range(), row)) {
                    break;
                }
                remove(range(), row);
                removed++;
            }
            return removed;
        }

        @Override
        int expire(TableRange range, int which, int most) {
            present.seek(keyOf(range, which));
            seek();
            return expireFirst(most);
        }

        @Override
        public void add(Object item) {
            Chain chain = chain();
            change(index(chain == null ? 0 : first(chain) + chain.size), item);
        }

        @Override
        public List<Object> all() {
            expireFirst();
            Chain chain = chain();
            int length = chain == null ? 0 : chain.size;
            var items = new ArrayList<>(length);
            for (int i = 0; i < length && chain != null; i++) {
                Object item = at(index(first(chain) + i));
                if (item == null) {
                    throw new DamagedState("a list has " + length + " items, but none at " + i);
                }
                items.add(item);
            }
            return items;
        }

        @Override
        public int size() {
            expireFirst();
            Chain chain = chain();
            return chain == null ? 0 : chain.size;
        }

        @Override
        public void clear() {
            Chain chain = chain();
            while (chain != null && chain.size > 0) {
                delete(index(first(chain) + chain.size - 1));
            }
        }
    }
}
