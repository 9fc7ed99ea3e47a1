package io.sardonyx.task.input;

import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.flow.Attempts;
import io.sardonyx.value.TaskName;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Root of a tree of segments: input that is acked and replayed as a unit, kept in memory until all that grew from it is
 * done. It may be split into parts with ids of their own.
 */
public final class Root {

    /** Back-off between attempts in nanoseconds. */
    private static final long FIRST_DELAY_NANOS = 100_000_000;

    private static final long LONGEST_DELAY_NANOS = 60_000_000_000L;

    final PartitionReader partition;
    public final Object[] segments;
    public final int from;
    final int to;
    public final SegmentOrigin origin;
    /** Whether the position of its origin is reached once it is done, rather than with a later root. */
    final boolean ends;

    /* The root of which this is a part, else null. */
    private final @Nullable Root whole;
    private Attempts attempts;
    private @Nullable String letter;
    private @Nullable Map<TaskName, Long> skipped;
    /* Parts that are not done, the root itself included unless it was split. */
    private int openParts = 1;
    /* Segments per part, if the parts have ids of their own, else 0. */
    private int partSize;
    private long bytes;
    /* Id and begin of the present attempt, and when the next is due after a failure. */
    private long id;
    private long openedNanos;
    private long dueNanos;

    /** The state before any failure; {@code limit} attempts may fail. */
    static Attempts none(int limit) {
        return Attempts.none(limit, FIRST_DELAY_NANOS, LONGEST_DELAY_NANOS);
    }

    /** A root of all segments of a read. */
    Root(PartitionReader partition, Object[] segments, SegmentOrigin origin, Attempts none) {
        this.partition = partition;
        this.segments = segments;
        this.from = 0;
        this.to = segments.length;
        this.origin = origin;
        this.ends = true;
        this.whole = null;
        this.attempts = none;
    }

    /** A root of a record that could not be parsed, as a dead letter. */
    Root(PartitionReader partition, String text, String cause, SegmentOrigin origin, Attempts none) {
        this.partition = partition;
        this.segments = new Object[] {text};
        this.from = 0;
        this.to = 1;
        this.origin = origin;
        this.ends = false;
        this.whole = null;
        this.attempts = none;
        this.letter = cause;
    }

    private Root(Root whole, int from, int to, int limit) {
        this.partition = whole.partition;
        this.segments = whole.segments;
        this.from = from;
        this.to = to;
        this.origin = whole.origin;
        this.ends = false;
        this.whole = whole;
        this.attempts = none(limit);
    }

    /** Estimated heap size in bytes that is freed once it is done. */
    long bytes() {
        return bytes;
    }

    void weigh(long held) {
        bytes = held;
    }

    /** Id of the present attempt. */
    long id() {
        return id;
    }

    /** Begins an attempt; what was skipped in an earlier one does not count. */
    void attempt(long newId, long nowNanos) {
        id = newId;
        openedNanos = nowNanos;
        skipped = null;
    }

    /** When the present attempt was opened. */
    long openedNanos() {
        return openedNanos;
    }

    /** Adds segments that a task skipped in the present attempt. */
    public void skip(TaskName task, long count) {
        if (skipped == null) {
            skipped = new TreeMap<>();
        }
        skipped.merge(task, count, Long::sum);
    }

    /** Segments skipped by each task, in the attempt that was completed and in those of the parts. */
    Map<TaskName, Long> skipped() {
        return skipped == null ? Map.of() : skipped;
    }

    /** Counts a failed attempt; the next is due after an exponential back-off. */
    void fail(long nowNanos) {
        attempts = attempts.afterFailure();
        skipped = null;
        dueNanos = nowNanos + attempts.delayNanos();
    }

    /** Whether its attempts are used up. */
    boolean isPoison() {
        return attempts.isPoison();
    }

    public int failures() {
        return attempts.failed();
    }

    /** Whether the back-off after its last failure is over. */
    boolean isDue(long nowNanos) {
        return nowNanos - dueNanos >= 0;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** What the next attempt emits: its segments, or the dead letter. */
    Object[] emitted() {
        if (letter != null) {
            return new Object[] {new PoisonSegment(segments[from], letter)};
        }
        return from == 0 && to == segments.length ? segments : Arrays.copyOfRange(segments, from, to);
    }

    /** Turns it into a dead letter, which no function gets. */
    public void makeLetter(String cause) {
        letter = cause;
    }

    boolean isLetter() {
        return letter != null;
    }

    boolean isSingle() {
        return to - from == 1;
    }

    /** One of its segments as a root of its own, so that the others do not fail with it. */
    Root part(int index, int limit) {
        openParts++;
        return new Root(this, index, index + 1, limit);
    }

    /**
     * Begins an attempt in which every {@code step} segments have an id of their own, so that each part is done, lost
     * or failed by itself; returns the number of parts.
     */
    int split(int step, long nowNanos) {
        partSize = step;
        openParts = (to - from + step - 1) / step;
        openedNanos = nowNanos;
        return openParts;
    }

    /** Whether its parts have ids of their own. */
    boolean isSplit() {
        return partSize > 0;
    }

    /** Index behind the last segment of a part. */
    int partEnd(int part) {
        return Math.min(to, from + (part + 1) * partSize);
    }

    /** A part of a split root as a root of its own, with its attempt under way. */
    Root separated(int part, long partId, int limit) {
        var separate = new Root(this, from + part * partSize, partEnd(part), limit);
        separate.attempt(partId, openedNanos);
        return separate;
    }

    /** Marks it as done; with its last part, the whole is done as well. */
    void settle() {
        openParts--;
        if (openParts == 0 && whole != null) {
            skipped().forEach(whole::skip);
            whole.settle();
        }
    }

    /** Whether it and all its parts are done. */
    boolean isDone() {
        return openParts == 0;
    }
}
