package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;

/** A key, or a value that a function has given, that cannot be kept in state; it says which, of which key, and why. */
public final class UnstorableState extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final int MOST_SHOWN = 80;

    private UnstorableState(String what, BadSegment why) {
        super(what + ": " + why.getMessage(), why);
    }

    /** A segment whose key no state can be found again by. */
    static UnstorableState key(Object key, BadSegment why) {
        return new UnstorableState("key " + shown(key) + " is no key of state", why);
    }

    /** A key of an entry, by which that is not found again or cannot be stored. */
    static UnstorableState entry(String state, Object owner, Object entry, BadSegment why) {
        return new UnstorableState(
                "state " + state + " of key " + shown(owner) + " cannot have an entry " + shown(entry), why);
    }

    /** A value that cannot be stored. */
    static UnstorableState value(String state, Object key, BadSegment why) {
        return new UnstorableState("state " + state + " of key " + shown(key) + " cannot be stored", why);
    }

    /** The text of a key, or its class if it has none of its own. */
    private static String shown(Object key) {
        String text;
        try {
            text = String.valueOf(key);
        } catch (RuntimeException e) {
            text = "of " + key.getClass().getTypeName();
        }
        return (text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text).replaceAll("\\p{Cntrl}", " ");
    }
}
