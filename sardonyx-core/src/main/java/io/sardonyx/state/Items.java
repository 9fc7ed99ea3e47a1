package io.sardonyx.state;

import java.util.List;

/**
 * State of a list for each key, in the order in which items were added. Each item is stored by itself, so a checkpoint
 * writes the new ones only. An item must not be changed after it was added.
 */
public interface Items<T> {

    /** Adds an item at the end. */
    void add(T item);

    /** A copy of the present key's list. */
    List<T> all();

    int size();

    /** Removes all items of the present key. */
    void clear();
}
