package io.sardonyx.engine;

import io.sardonyx.value.TaskName;

/** A segment whose key cannot be told, so that there is no peer to send it to. */
final class BadKey extends Exception {

    private static final long serialVersionUID = 1;

    private final int index;

    /** @param index of the segment among those that were to be sent; all before it were */
    BadKey(TaskName to, int index, Throwable cause) {
        super("it has no key for task " + to + ": " + DeadLetter.told(cause), cause);
        this.index = index;
    }

    int index() {
        return index;
    }
}
