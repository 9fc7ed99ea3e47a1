package io.sardonyx.channel;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a channel: one direction from one peer of a job to another, at one fence.
 *
 * @param content what is sent on it
 */
public record Channel(JobId job, long fence, PeerId from, PeerId to, Content content) {

    /** Kind of items: batches flow downstream, acks to the inputs, and abandoned roots from the inputs as acks. */
    public enum Content {
        BATCHES,
        ACKS
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Channel that
                        && job.equals(that.job)
                        && fence == that.fence
                        && from.equals(that.from)
                        && to.equals(that.to)
                        && content == that.content;
    }

    @Override
    public int hashCode() {
        int ends = 31 * from.hashCode() + to.hashCode();
        return 31 * (31 * ends + Long.hashCode(fence)) + job.hashCode() + content.hashCode();
    }
}
