package io.sardonyx.engine;

import io.sardonyx.value.TaskName;

/** A segment whose key cannot be told, so that there is no peer to send it to. */
final class BadKey extends Exception {

    private static final long serialVersionUID = 1;

    BadKey(TaskName to, Object segment, Exception cause) {
        super("segment " + DeadLetter.shown(segment) + " has no key for task " + to + ": " + cause.getMessage(), cause);
    }
}
