package io.sardonyx.task.output;

/** Handler of results that cannot be sent, or that an output refuses. */
public interface UnsendableHandler {

    /** Decides about a segment; returns to go on without it, throws to end the task. */
    void refuse(Object segment, Exception why) throws Exception;
}
