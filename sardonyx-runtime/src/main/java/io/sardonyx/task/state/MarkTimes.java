package io.sardonyx.task.state;

import io.sardonyx.content.CheckpointAck;
import io.sardonyx.value.Assignment;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long the mark of a checkpoint took at a task, for people: until it had come from everybody, and from then on
 * until everything was written. Confined to the thread of the task's turn.
 */
public final class MarkTimes {

    private final Assignment self;
    private final LongSupplier clock;
    private long alignNanos;
    private long passedNanos;

    /**
     * Times of one task.
     *
     * @param clock monotonic, in nanoseconds; not that of the turn, since an output may block while it prepares
     */
    public MarkTimes(Assignment self, LongSupplier clock) {
        this.self = self;
        this.clock = clock;
    }

    /** Notes that the mark is passed on, and that what came before is to be written now. */
    public void passed(long aligned) {
        alignNanos = aligned;
        passedNanos = clock.getAsLong();
    }

    /** What is told of a checkpoint, all of which is written now, along with how long it took. */
    public byte[] words(byte[] part) {
        return CheckpointAck.words(self, part, millis(alignNanos), millis(clock.getAsLong() - passedNanos));
    }

    private static long millis(long nanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanos));
    }
}
