package io.sardonyx.task.input;

import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.flow.Attempts;
import io.sardonyx.value.TaskName;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Input that is acknowledged as a whole, kept until it is. */
public final class Root {

    private static final long FIRST_DELAY_NANOS = 100_000_000;
    private static final long LONGEST_DELAY_NANOS = 60_000_000_000L;

    final PartitionReader partition;
    public final Object[] segments;
    public final int from;
    final int to;
    public final SegmentOrigin origin;
    /** Whether the position of its origin is reached with it, not only with a later root. */
    final boolean ends;

    private final @Nullable Root whole;
    private Attempts attempts;
    private @Nullable String letter;
    private @Nullable Map<TaskName, Long> skipped;
    private int openParts = 1;
    /* How many segments each part has, if parts have ids of their own. */
    private int partSize;
    private long bytes;
    private long id;
    private long openedNanos;
    private long dueNanos;

    /** No attempt has failed yet, and so many may. */
    static Attempts none(int limit) {
        return Attempts.none(limit, FIRST_DELAY_NANOS, LONGEST_DELAY_NANOS);
    }

    /** All segments of a read. */
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

    /** A record that could not be read, on its way to whoever takes dead letters. */
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

    /** About how many bytes of memory are free once it is done. */
    long bytes() {
        return bytes;
    }

    void weigh(long held) {
        bytes = held;
    }

    /** The id of the present attempt. */
    long id() {
        return id;
    }

    void attempt(long newId, long nowNanos) {
        id = newId;
        openedNanos = nowNanos;
        skipped = null;
    }

    /** When the present attempt was opened. */
    long openedNanos() {
        return openedNanos;
    }

    /** A task left out so many of its segments in the present attempt. */
    public void skip(TaskName task, long count) {
        if (skipped == null) {
            skipped = new TreeMap<>();
        }
        skipped.merge(task, count, Long::sum);
    }

    /** How many segments each task left out in the attempt that got done, and in those of its parts. */
    Map<TaskName, Long> skipped() {
        return skipped == null ? Map.of() : skipped;
    }

    /** An attempt has failed; the next is due after a wait that grows. */
    void fail(long nowNanos) {
        attempts = attempts.afterFailure();
        skipped = null;
        dueNanos = nowNanos + attempts.delayNanos();
    }

    boolean isPoison() {
        return attempts.isPoison();
    }

    public int failures() {
        return attempts.failed();
    }

    boolean isDue(long nowNanos) {
        return nowNanos - dueNanos >= 0;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** What is emitted in the next attempt: its segments, or the last of them as a dead letter. */
    Object[] emitted() {
        if (letter != null) {
            return new Object[] {new PoisonSegment(segments[from], letter)};
        }
        return from == 0 && to == segments.length ? segments : Arrays.copyOfRange(segments, from, to);
    }

    /** No function gets it any more; it goes to whoever takes dead letters. */
    public void makeLetter(String cause) {
        letter = cause;
    }

    boolean isLetter() {
        return letter != null;
    }

    boolean isSingle() {
        return to - from == 1;
    }

    /** One of its segments as a root of its own, so that the others do not suffer from the one that fails. */
    Root part(int index, int limit) {
        openParts++;
        return new Root(this, index, index + 1, limit);
    }

    /**
     * An attempt begins in which every {@code step} segments have an id of their own, so that each such part is done,
     * lost or failed by itself; how many parts there are.
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

    /** The index behind the last segment of a part. */
    int partEnd(int part) {
        return Math.min(to, from + (part + 1) * partSize);
    }

    /** A part of a split root as a root of its own, which has an attempt under way. */
    Root separated(int part, long partId, int limit) {
        var separate = new Root(this, from + part * partSize, partEnd(part), limit);
        separate.attempt(partId, openedNanos);
        return separate;
    }

    /** It is done itself; with the last part so is the whole. */
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
