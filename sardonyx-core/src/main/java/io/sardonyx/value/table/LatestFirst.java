package io.sardonyx.value.table;

import java.util.Iterator;

/** Iterator over values in reverse insertion order. */
public interface LatestFirst<V> extends Iterator<V> {

    /** The sequence number of the key whose value was returned last. */
    long number();
}
