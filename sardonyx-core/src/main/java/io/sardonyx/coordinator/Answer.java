package io.sardonyx.coordinator;

/** What whoever appended an event learns from it; everybody who has read the event computes the same. */
public sealed interface Answer {

    /** Nobody waits for an answer. */
    record Nothing() implements Answer {}

    /** To the Coordinator: whether the peer was given the task. */
    record Offered(boolean accepted) implements Answer {}

    /** To the peer: whether it may start. If not, the offer has lapsed. */
    record Acknowledged(boolean ok) implements Answer {}

    /** To the Coordinator: whether the peer lost its task. If not, it had acknowledged in time. */
    record Revoked(boolean revoked) implements Answer {}

    /**
     * To the peer that drained its task.
     *
     * @param seal whether it is the one to pass the sentinel on
     * @param sealed whether the task is complete, so that there is nothing left to seal
     */
    record Exhausted(boolean seal, boolean sealed) implements Answer {}

    /** To the sealer: whether the task is complete. If not, others joined it and one of them will seal again. */
    record Completed(boolean taskComplete) implements Answer {}
}
