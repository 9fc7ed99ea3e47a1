package io.sardonyx.node;

import java.util.Optional;

/**
 * Progress of a task that runs on a node. What is reported is stored with the next renewal of its lease, so the
 * submitter sees the latest text after a third of a lease, and a node that takes the task over finds it.
 *
 * <pre>{@code
 * StatusReporter status = Nodes.status();
 * for (int page = status.last().map(Integer::parseInt).orElse(0); page < pages; page++) {
 *     status.report(Integer.toString(page));
 *     load(page);
 * }
 * }</pre>
 *
 * <p>For any thread.
 */
public interface StatusReporter {

    /** Longest text in characters; a longer one is cut. */
    int LONGEST = 1_000;

    /** Says how far the task is; only the latest text counts. */
    void report(String progress);

    /** What an earlier run of this task reported last, which was interrupted or failed; empty if there was none. */
    Optional<String> last();

    /**
     * Fencing token of this run: greater than that of any earlier one, so who receives its effects can refuse those of
     * a run that was thought to be dead.
     */
    long fence();
}
