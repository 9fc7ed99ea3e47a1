package io.sardonyx.task;

import io.sardonyx.call.UserFrames;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.function.WrongSegment;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.Root;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Retry and error policy of a task: decides what becomes of a segment for which its function, output or record parser
 * failed. Lifecycles decide first, then retries with back-off, then the error policy (kill, skip or dead letter).
 */
public final class FailureHandler implements PendingRoots.Poison {

    /** Upper limit of the exponential back-off between retries. */
    private static final long LONGEST_DELAY_NANOS = 60_000_000_000L;

    /** What to do with a failed segment. */
    public enum Verdict {
        /** Retry it later; or keep it, because the failure ends the job. */
        WAIT,
        LEAVE_OUT,
        DEAD_LETTER
    }

    private final CatalogEntry entry;
    private final ErrorPolicy policy;
    private final Lifecycles taskLifecycles;
    private final Secrets secrets;
    private final List<TaskName> before;
    private final Deadline nextTry = new Deadline();
    /* Retries of the segment that failed last; its back-off is nextTry while waiting. */
    private int tries;
    private boolean waiting;
    private long skipped;
    private @Nullable SegmentFailure poison;

    FailureHandler(CatalogEntry entry, Lifecycles taskLifecycles, Secrets secrets) {
        this(entry, List.of(), taskLifecycles, secrets);
    }

    /** @param before the upstream tasks, named when a segment has the wrong type */
    FailureHandler(CatalogEntry entry, List<TaskName> before, Lifecycles taskLifecycles, Secrets secrets) {
        this.entry = entry;
        this.policy = entry.errors();
        this.taskLifecycles = taskLifecycles;
        this.secrets = secrets;
        this.before = before;
    }

    /** Number of segments skipped or made dead letters so far. */
    long skipped() {
        return skipped;
    }

    /** Whether the back-off before the next retry is not over. */
    boolean isWaiting(long nowNanos) {
        waiting &= !nextTry.isDue(nowNanos);
        return waiting;
    }

    /** Time left until the next retry. */
    long waitNanos(long nowNanos) {
        return nextTry.leftNanos(nowNanos);
    }

    /** Resets retries and back-off after a success, so that the next failing segment has all its retries. */
    void forget() {
        tries = 0;
        waiting = false;
    }

    /**
     * Decides about a segment for which the function threw: retry it, skip it, or make it a dead letter.
     *
     * @throws SegmentFailure when the job is to be killed or the task to be restarted
     */
    Verdict verdict(Object segment, @Nullable SegmentOrigin origin, Throwable failure, long nowNanos)
            throws SegmentFailure {
        ask(Phase.APPLY, segment, origin, failure);
        if (tries < policy.retries()) {
            long delay = policy.firstDelay().toNanos() << Math.min(tries, 20);
            nextTry.set(nowNanos + Math.max(0, Math.min(LONGEST_DELAY_NANOS, delay)));
            tries++;
            waiting = true;
            return Verdict.WAIT;
        }
        int tried = tries;
        forget();
        return lastResort(Phase.APPLY, segment, origin, failure, tried);
    }

    /** Decides about a result of the function that cannot be sent or written; it is not retried. */
    Verdict refused(Object segment, @Nullable SegmentOrigin origin, Exception why) throws SegmentFailure {
        ask(Phase.WRITE, segment, origin, why);
        return lastResort(Phase.WRITE, segment, origin, why, 0);
    }

    /** Lets the lifecycles decide; throws unless all of them defer to the error policy. */
    private void ask(Phase phase, Object segment, @Nullable SegmentOrigin origin, Throwable failure)
            throws SegmentFailure {
        Exception exception = failure instanceof Exception thrown ? thrown : new ExecutionException(failure);
        Decision decision = taskLifecycles.decide(phase, exception);
        if (decision != Decision.DEFER) {
            throw failure(phase, segment, origin, failure, tries, decision);
        }
    }

    /** Applies the error policy once retries are used up. */
    private Verdict lastResort(
            Phase phase, Object segment, @Nullable SegmentOrigin origin, Throwable failure, int tried)
            throws SegmentFailure {
        return switch (policy.action()) {
            case KILL -> throw failure(phase, segment, origin, failure, tried, Decision.KILL);
            case SKIP -> {
                skipped++;
                yield Verdict.LEAVE_OUT;
            }
            case DEAD_LETTER -> Verdict.DEAD_LETTER;
        };
    }

    private SegmentFailure failure(
            Phase phase,
            Object segment,
            @Nullable SegmentOrigin origin,
            Throwable cause,
            int tried,
            Decision decision) {
        return new SegmentFailure(
                DeadLetter.shown(segment, secrets), origin, why(phase, cause), cause, tried, decision);
    }

    /** What was thrown, with the function's name and the line in the user's code. */
    private String why(Phase phase, Throwable cause) {
        String told = told(cause);
        if (cause instanceof WrongSegment && !before.isEmpty()) {
            return told + ", from task " + before.stream().map(TaskName::text).collect(Collectors.joining(" or "));
        }
        Call called = phase == Phase.WRITE ? entry.plugin() : entry.function();
        return phase == Phase.READ || called == null || !called.isMethod() || DeadLetter.isSentence(cause)
                ? told
                : called.name() + " threw " + told + UserFrames.line(cause.getStackTrace());
    }

    /** The text of an exception, redacted and cut for messages. */
    String told(Throwable thrown) {
        return DeadLetter.told(thrown, secrets);
    }

    /** Emits a failed segment to the task for dead letters. */
    void send(Object segment, String cause, @Nullable SegmentOrigin origin, Router router) throws Exception {
        TaskName task = Objects.requireNonNull(policy.deadLetters(), "the policy says so");
        try {
            router.emitTo(task, DeadLetter.of(segment, entry.name(), cause, origin));
        } catch (UnsendableSegment e) {
            /* Some fail only because they cannot be serialized; send their text instead. */
            router.emitTo(task, DeadLetter.of(DeadLetter.shown(segment, secrets), entry.name(), cause, origin));
        }
        skipped++;
    }

    @Override
    public Verdict poisoned(Root root) {
        Verdict verdict = poisoned(root.segments[root.from], root.origin, root.failures());
        if (verdict == Verdict.LEAVE_OUT) {
            root.skip(entry.name(), 1);
        } else if (verdict == Verdict.DEAD_LETTER) {
            root.makeLetter(PendingRoots.Poison.cause(root.failures()));
        }
        return verdict;
    }

    /** Decides about a segment that failed in all its attempts; a kill is thrown later, by {@link #checkPoison}. */
    @Override
    public Verdict poisoned(Object segment, @Nullable SegmentOrigin origin, int failures) {
        String cause = PendingRoots.Poison.cause(failures);
        return switch (policy.action()) {
            case KILL -> {
                poison = new SegmentFailure(
                        DeadLetter.shown(segment, secrets),
                        origin,
                        cause,
                        new IllegalStateException(cause),
                        0,
                        Decision.KILL);
                yield Verdict.WAIT;
            }
            case SKIP -> {
                skipped++;
                yield Verdict.LEAVE_OUT;
            }
            case DEAD_LETTER -> Verdict.DEAD_LETTER;
        };
    }

    @Override
    public @Nullable String letterCause(BadRecord bad) throws SegmentFailure {
        var failure = new IOException(bad.cause());
        ask(Phase.READ, bad.text(), null, failure);
        return lastResort(Phase.READ, bad.text(), null, failure, 0) == Verdict.DEAD_LETTER
                ? secrets.redacted(bad.cause())
                : null;
    }

    /** Throws the failure of a root that used up its attempts, if the policy is to kill the job. */
    void checkPoison() throws SegmentFailure {
        if (poison != null) {
            throw poison;
        }
    }
}
