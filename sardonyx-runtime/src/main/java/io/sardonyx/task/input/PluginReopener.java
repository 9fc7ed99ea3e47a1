package io.sardonyx.task.input;

import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.DeadLetter;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Reconnects an input or output plugin after an outage: it is closed, and opened again after a back-off of 0.1 to 30 s,
 * for as long as the patience of its task lasts.
 *
 * <p>An outage is over when the plugin has done something again, or was open without an exception for longer than the
 * last back-off: one that opens and then fails, such as a file on a full disk, is still unavailable. Confined to the
 * thread of the task's turn.
 */
public final class PluginReopener<T extends AutoCloseable> {

    /** Factory of plugin instances. */
    public interface Opening<T> {
        public T open() throws Exception;
    }

    private static final Duration FIRST = Duration.ofMillis(400);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /* Limit for chains of causes, which may be cyclic. */
    private static final int MOST_CAUSES = 50;

    private final TaskDefinition plan;
    private final ProcessResources processResources;
    private final Opening<T> opening;
    private final BackOff backOff;
    private final Deadline next = new Deadline();
    private @Nullable T instance;
    private @Nullable Waiting waiting;
    /* Whether an outage has begun and is not known to be over. */
    private boolean away;
    private long sinceNanos;
    private long openedNanos;
    private long waitNanos;

    public PluginReopener(TaskDefinition plan, ProcessResources processResources, Opening<T> opening) {
        this.plan = plan;
        this.processResources = processResources;
        this.opening = opening;
        this.backOff = new BackOff(
                FIRST, LONGEST, new SplittableRandom(processResources.seeds().getAsLong()));
    }

    /** The open instance, or null during an outage. */
    @Nullable
    public T instance() {
        return instance;
    }

    /** Opens the plugin, if the back-off is over; whether it was opened just now. */
    public boolean open() throws Exception {
        long now = processResources.clock().getAsLong();
        if (instance != null || !next.isDue(now)) {
            return false;
        }
        try {
            instance = opening.open();
        } catch (Exception e) {
            failed(e);
            return false;
        }
        openedNanos = now;
        return true;
    }

    /** The exception in a chain of causes that signals an outage, or null. */
    static @Nullable Unavailable outage(Throwable thrown) {
        Throwable each = thrown;
        for (int i = 0; each != null && i < MOST_CAUSES; i++) {
            if (each instanceof Unavailable outage) {
                return outage;
            }
            each = each.getCause();
        }
        return null;
    }

    /**
     * Handles an exception of the plugin: in an outage it is closed until {@link #open} succeeds.
     *
     * @throws Exception the same one when it is no outage; another one when the outage exceeds the task's patience
     */
    public void failed(Exception thrown) throws Exception {
        Unavailable outage = outage(thrown);
        if (outage == null) {
            throw thrown;
        }
        discard();
        long now = processResources.clock().getAsLong();
        if (!away) {
            away = true;
            sinceNanos = now;
        }
        long left = left(outage, now - sinceNanos);
        waitNanos = Math.min(left, backOff.nextNanos());
        next.set(now + waitNanos);
        tell(DeadLetter.told(outage, processResources.secrets()));
    }

    /** Upper limit of the next back-off, from the patience that is left. */
    private long left(Unavailable outage, long awayNanos) throws IOException {
        Duration patience = plan.entry().tuning().patience();
        if (patience == null) {
            return Long.MAX_VALUE;
        }
        Duration length = Duration.ofNanos(awayNanos);
        if (length.compareTo(patience) >= 0) {
            throw new IOException(
                    "it was unavailable for " + length.toSeconds() + " s, longer than the patience of " + patience
                            + " that its task has; the last cause: " + outage.getMessage(),
                    outage);
        }
        Duration left = patience.minus(length);
        return left.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : left.toNanos();
    }

    private void tell(String reason) {
        long now = System.currentTimeMillis();
        if (waiting == null) {
            LazyLoggers.of(PluginReopener.class)
                    .warn(
                            "the plugin of task {} of job {} is away: {}",
                            plan.self().task(),
                            plan.self().job(),
                            reason);
        }
        long since = waiting == null ? now : waiting.sinceMillis();
        waiting = new Waiting(reason, since, now + waitNanos / 1_000_000);
    }

    /** Whether it was unavailable and has not yet shown that it works again. */
    public boolean isInDoubt() {
        return away;
    }

    /** Called when a call did not throw, to decide whether the outage is over. */
    public void answered(boolean didSomething) {
        if (away && (didSomething || processResources.clock().getAsLong() - openedNanos > waitNanos)) {
            away = false;
            waiting = null;
            backOff.succeeded();
            LazyLoggers.of(PluginReopener.class)
                    .info(
                            "the plugin of task {} of job {} is back",
                            plan.self().task(),
                            plan.self().job());
        }
    }

    /** Reason, begin and next attempt of the outage; null when there is none. */
    @Nullable
    public Waiting waiting() {
        return waiting;
    }

    private void discard() {
        T former = instance;
        instance = null;
        if (former != null) {
            try {
                former.close();
            } catch (Exception e) {
                LazyLoggers.of(PluginReopener.class)
                        .debug(
                                "the plugin of task {} of job {} did not close well",
                                plan.self().task(),
                                plan.self().job(),
                                processResources.secrets().redacted(e));
            }
        }
    }

    /** Closes the plugin for good. */
    public void close() throws Exception {
        T former = instance;
        instance = null;
        if (former != null) {
            former.close();
        }
    }
}
