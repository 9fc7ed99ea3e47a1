/**
 * The thread pool of a process: workers give task loops turns, and a watchdog detects calls that do not return.
 *
 * <p>{@code TaskSlot} is one loop in the pool, {@code ReadyLoops} a bit for each that has something to do,
 * {@code TimerQueue} those that wait for a time. The one rule: a loop has at most one worker at a time, and none as
 * long as it has nothing to do.
 */
@NullMarked
package io.sardonyx.worker;

import org.jspecify.annotations.NullMarked;
