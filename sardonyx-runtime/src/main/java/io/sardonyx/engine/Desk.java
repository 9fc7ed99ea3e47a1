package io.sardonyx.engine;

import io.sardonyx.command.Command;

/** Where a task loop says what the cluster has to know; any thread may. */
interface Desk {

    /** Appends it to the log. */
    void append(Command command);

    /** The loop is over, and this is what it did. */
    void ended(TaskStats stats);
}
