package io.sardonyx.assignment;

/** Progress of a queued job's task. */
public enum Progress {
    /** It accepts peers. */
    OPEN,
    /** A peer found its queues drained; the remaining peers finish, and no new ones are assigned. */
    SEALING,
    /** All its segments and its end mark have been passed downstream. */
    COMPLETE
}
