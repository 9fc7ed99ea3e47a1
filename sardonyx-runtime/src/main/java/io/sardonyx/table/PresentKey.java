package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.KeyGroups;

/**
 * The key that the tables of a task are about at the moment: that of the segment which the function was called with.
 */
final class PresentKey {

    /** Key of all state of a task that does not group its segments. */
    static final Object NONE = "";

    private final KeyGroups groups;
    private final KeyGroups equals;
    private final KeyType type;
    private Object key = NONE;
    private long number;
    private long hash;

    PresentKey(KeyGroups groups, KeyType type) {
        this.groups = groups;
        this.equals = groups.ofEqualKeys();
        this.type = type;
    }

    /**
     * Makes another key the present one.
     *
     * @throws UnstorableState if no state can be found again by it
     */
    void seek(Object other) {
        hash = hash(other);
        if (type != KeyType.OBJECT) {
            number = ((Number) other).longValue();
        }
        key = other;
    }

    /**
     * Hash of a key.
     *
     * @throws UnstorableState if no state can be found again by it
     */
    long hash(Object other) {
        return type == KeyType.OBJECT ? hashOf(other) : KeyGroups.hash(((Number) other).longValue());
    }

    private long hashOf(Object other) {
        try {
            return equals.hash(other);
        } catch (BadSegment e) {
            throw UnstorableState.key(other, e);
        }
    }

    /** Groups of keys that are equal to their copies; others are refused. */
    KeyGroups ofEqualKeys() {
        return equals;
    }

    Object key() {
        return key;
    }

    /** The key as a whole number, in a table of such. */
    long number() {
        return number;
    }

    long hash() {
        return hash;
    }

    KeyGroups groups() {
        return groups;
    }

    KeyType type() {
        return type;
    }
}
