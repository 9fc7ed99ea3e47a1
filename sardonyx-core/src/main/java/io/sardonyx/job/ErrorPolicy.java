package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a segment that a task's function cannot handle.
 *
 * @param action what is done when all tries have failed
 * @param retries how often it is tried again first
 * @param firstDelay how long before the first of these; the wait doubles each time
 * @param deadLetters the task that takes such segments with their cause, or null
 */
public record ErrorPolicy(
        Action action,
        int retries,
        Duration firstDelay,
        @Nullable TaskName deadLetters) {

    /** The last resort. */
    public enum Action {
        /** The job is killed with the reason. */
        KILL,
        /** The segment is counted and left out. */
        SKIP,
        /** The segment goes to another task, with its cause and where it came from. */
        DEAD_LETTER
    }

    public static final int MAX_RETRIES = 1_000;

    private static final Duration FIRST_DELAY = Duration.ofMillis(100);

    /** Who says nothing wants to hear of it. */
    public static final ErrorPolicy KILL = new ErrorPolicy(Action.KILL, 0, FIRST_DELAY, null);

    public static final ErrorPolicy SKIP = new ErrorPolicy(Action.SKIP, 0, FIRST_DELAY, null);

    public ErrorPolicy {
        if (retries < 0 || retries > MAX_RETRIES) {
            throw new IllegalArgumentException("0 to " + MAX_RETRIES + " retries, not " + retries);
        }
        if (firstDelay.isNegative()) {
            throw new IllegalArgumentException("a delay is not negative");
        }
        if (action == Action.DEAD_LETTER && deadLetters == null) {
            throw new IllegalArgumentException("dead letters need a task to go to");
        }
        if (action != Action.DEAD_LETTER && deadLetters != null) {
            throw new IllegalArgumentException("only dead letters have a task to go to");
        }
    }

    /** The segment goes to a task directly behind, with its cause and where it came from. */
    public static ErrorPolicy deadLettersTo(String task) {
        return deadLettersTo(TaskName.of(task));
    }

    public static ErrorPolicy deadLettersTo(TaskName task) {
        return new ErrorPolicy(Action.DEAD_LETTER, 0, FIRST_DELAY, task);
    }

    /** The same after some more tries. */
    public ErrorPolicy after(int moreTries, Duration delay) {
        return new ErrorPolicy(action, moreTries, delay, deadLetters);
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ErrorPolicy that
                        && action == that.action
                        && retries == that.retries
                        && firstDelay.equals(that.firstDelay)
                        && Objects.equals(deadLetters, that.deadLetters);
    }

    @Override
    public int hashCode() {
        return Objects.hash(action, retries, firstDelay, deadLetters);
    }
}
