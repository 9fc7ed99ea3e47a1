package io.sardonyx.engine;

import io.sardonyx.segment.BadSegment;
import io.sardonyx.value.TaskName;

/** A segment that cannot go to a task: nobody knows to which peer, or it cannot become bytes for another process. */
final class Unsendable extends Exception {

    private static final long serialVersionUID = 1;

    private final int index;

    private Unsendable(String why, int index, Throwable cause) {
        super(why, cause);
        this.index = index;
    }

    /** @param index of the segment among those that were to be sent; all before it were */
    static Unsendable withoutKey(TaskName to, int index, Throwable cause) {
        return new Unsendable("it has no key for task " + to + ": " + DeadLetter.words(cause), index, cause);
    }

    static Unsendable withoutBytes(TaskName to, int index, BadSegment cause) {
        return new Unsendable(
                "it cannot travel to task " + to + " in another process: " + cause.getMessage(), index, cause);
    }

    int index() {
        return index;
    }
}
