package io.sardonyx.assignment;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a job that matter now.
 *
 * @param base the one that everybody has started from at the present fence; null for the beginning
 * @param latest the one that was completed last, which is the base of the next fence; null before the first
 */
public record Checkpoints(
        @Nullable CompletedCheckpoint base, @Nullable CompletedCheckpoint latest) {

    /** A job without checkpoints, or before its first. */
    public static final Checkpoints NONE = new Checkpoints(null, null);

    /** With another completed checkpoint. */
    public Checkpoints completed(CompletedCheckpoint checkpoint) {
        return new Checkpoints(base, checkpoint);
    }

    /** At a new fence: everybody starts from the latest. */
    public Checkpoints rebased() {
        return Objects.equals(base, latest) ? this : new Checkpoints(latest, latest);
    }

    /** Number of the latest checkpoint, 0 if there is none. */
    public long latestNumber() {
        return latest == null ? 0 : latest.number();
    }

    /** Number of the base, 0 if everybody started from the beginning. */
    public long baseNumber() {
        return base == null ? 0 : base.number();
    }
}
