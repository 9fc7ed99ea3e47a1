package io.sardonyx.state;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * State of a map for each key. Each entry is stored by itself, so a checkpoint writes the changed ones only.
 *
 * <p>Neither keys nor values may be changed after they were put.
 */
public interface Entries<K, V> {

    /** The value of an entry of the present key's map, or null. */
    @Nullable
    V get(K entry);

    /** Sets an entry. */
    void put(K entry, V value);

    /** Removes an entry; nothing happens if there is none. */
    void remove(K entry);

    /** Number of entries of the present key's map. */
    int size();

    /**
     * Calls an action for each entry, in no particular order. It may change this state: an entry that it has removed is
     * not passed on, nor one that it has added.
     */
    void forEach(BiConsumer<? super K, ? super V> action);

    /** Removes all entries of the present key's map. */
    void clear();
}
