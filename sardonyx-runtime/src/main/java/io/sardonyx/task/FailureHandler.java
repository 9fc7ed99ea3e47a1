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

/** What becomes of segments that a task's function cannot handle: lifecycles decide, then the error policy. */
public final class FailureHandler implements PendingRoots.Poison {

    private static final long LONGEST_DELAY_NANOS = 60_000_000_000L;

    /** What to do with the segment that failed. */
    public enum Verdict {
        /** Try it again later, or keep it, if it ends the job. */
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
    private int tries;
    private boolean waiting;
    private long skipped;
    private @Nullable SegmentFailure poison;

    FailureHandler(CatalogEntry entry, Lifecycles taskLifecycles, Secrets secrets) {
        this(entry, List.of(), taskLifecycles, secrets);
    }

    /** @param before the tasks that feed it */
    FailureHandler(CatalogEntry entry, List<TaskName> before, Lifecycles taskLifecycles, Secrets secrets) {
        this.entry = entry;
        this.policy = entry.errors();
        this.taskLifecycles = taskLifecycles;
        this.secrets = secrets;
        this.before = before;
    }

    long skipped() {
        return skipped;
    }

    /** Whether a segment waits to be tried again. */
    boolean isWaiting(long nowNanos) {
        waiting &= !nextTry.isDue(nowNanos);
        return waiting;
    }

    /** How long it waits to be tried again. */
    long waitNanos(long nowNanos) {
        return nextTry.leftNanos(nowNanos);
    }

    /** Something went well; whatever fails next has all its tries. */
    void forget() {
        tries = 0;
        waiting = false;
    }

    /**
     * What becomes of a segment that the function failed to handle.
     *
     * @throws SegmentFailure when the job is to be killed, or the peer to start anew
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

    /** What becomes of a segment that the function gave but that cannot go on, now or later. */
    Verdict refused(Object segment, @Nullable SegmentOrigin origin, Exception why) throws SegmentFailure {
        ask(Phase.WRITE, segment, origin, why);
        return lastResort(Phase.WRITE, segment, origin, why, 0);
    }

    private void ask(Phase phase, Object segment, @Nullable SegmentOrigin origin, Throwable failure)
            throws SegmentFailure {
        Exception exception = failure instanceof Exception thrown ? thrown : new ExecutionException(failure);
        Decision decision = taskLifecycles.decide(phase, exception);
        if (decision != Decision.DEFER) {
            throw failure(phase, segment, origin, failure, tries, decision);
        }
    }

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

    /** What the function threw, with its name and the line in its author's code. */
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

    /** What may be said of what was thrown. */
    String told(Throwable thrown) {
        return DeadLetter.told(thrown, secrets);
    }

    /** Sends a segment that failed to whoever takes dead letters. */
    void send(Object segment, String cause, @Nullable SegmentOrigin origin, Emitter emitter) throws UnsendableSegment {
        TaskName task = Objects.requireNonNull(policy.deadLetters(), "the policy says so");
        try {
            emitter.emitTo(task, DeadLetter.of(segment, entry.name(), cause, origin));
        } catch (UnsendableSegment e) {
            /* Some failed just because they cannot travel; what they looked like can. */
            emitter.emitTo(task, DeadLetter.of(DeadLetter.shown(segment, secrets), entry.name(), cause, origin));
        }
        skipped++;
    }

    @Override
    public Verdict poisoned(Root root) {
        Object segment = root.segments[root.from];
        String cause = "it failed in " + root.failures() + " attempts";
        return switch (policy.action()) {
            case KILL -> {
                poison = new SegmentFailure(
                        DeadLetter.shown(segment, secrets),
                        root.origin,
                        cause,
                        new IllegalStateException(cause),
                        0,
                        Decision.KILL);
                yield Verdict.WAIT;
            }
            case SKIP -> {
                skipped++;
                root.skip(entry.name(), 1);
                yield Verdict.LEAVE_OUT;
            }
            case DEAD_LETTER -> {
                root.makeLetter(cause);
                yield Verdict.DEAD_LETTER;
            }
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

    /** A root that failed too often ends the job, unless the policy says otherwise. */
    void checkPoison() throws SegmentFailure {
        if (poison != null) {
            throw poison;
        }
    }
}
