package io.sardonyx.schedule;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.job.Tags;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/** A peer as a scheduler sees it. */
public interface SchedulablePeer {

    PeerId id();

    /** Where it is, or null when nobody said: all such peers count as one site. */
    @Nullable
    Site site();

    Tags tags();

    /** What it does now, or null when it is idle. */
    @Nullable
    Assignment assignment();
}
