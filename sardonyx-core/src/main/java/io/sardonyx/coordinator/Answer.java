package io.sardonyx.coordinator;

/** Reply to the submitter of an event, computed from the change; the same for every reader of the log. */
public sealed interface Answer {

    /** No reply. */
    record Nothing() implements Answer {}

    /** To the coordinator: whether the peer was given the task. */
    record Offered(boolean accepted) implements Answer {}

    /** To the peer: whether it may start. If not, the offer has lapsed. */
    record Acknowledged(boolean ok) implements Answer {}

    /** To the coordinator: whether the peer lost its task. If not, it had acknowledged in time. */
    record Revoked(boolean revoked) implements Answer {}

    /**
     * To the peer that drained its task.
     *
     * @param seal whether it has to pass on the sentinel
     * @param sealed whether the task is complete, so that there is nothing left to seal
     */
    record Exhausted(boolean seal, boolean sealed) implements Answer {}

    /** To the sealer: whether the task is complete. If not, other peers joined it and one of them will seal again. */
    record Completed(boolean taskComplete) implements Answer {}
}
