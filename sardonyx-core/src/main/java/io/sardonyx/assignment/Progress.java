package io.sardonyx.assignment;

/** How far a task of a queued job has come. */
public enum Progress {
    /** It takes peers. */
    OPEN,
    /** Somebody found its queues drained; whoever is left on it finishes, nobody new comes. */
    SEALING,
    /** All its segments and its end mark are downstream. */
    COMPLETE
}
