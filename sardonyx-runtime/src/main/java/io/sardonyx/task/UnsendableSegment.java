package io.sardonyx.task;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.value.TaskName;

/**
 * Exception for a segment that cannot be sent to a task: its key function failed, or it cannot be serialized for
 * another process.
 */
final class UnsendableSegment extends Exception {

    private static final long serialVersionUID = 1;

    private UnsendableSegment(String why, Throwable cause) {
        super(why, cause);
    }

    static UnsendableSegment withoutKey(TaskName to, Throwable cause) {
        return new UnsendableSegment("it has no key for task " + to + ": " + DeadLetter.sentence(cause), cause);
    }

    static UnsendableSegment withoutBytes(TaskName to, BadSegment cause) {
        return new UnsendableSegment(
                "it cannot travel to task " + to + " in another process: " + cause.getMessage(), cause);
    }
}
