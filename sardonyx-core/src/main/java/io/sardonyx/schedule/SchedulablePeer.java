package io.sardonyx.schedule;

import io.sardonyx.job.Tags;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/** A peer as the scheduler sees it: id, site, tags and current assignment. */
public interface SchedulablePeer {

    PeerId id();

    /** Its site, or null when unknown; all peers without a site count as one site. */
    @Nullable
    Site site();

    Tags tags();

    /** Its current assignment, or null when it is idle. */
    @Nullable
    Assignment assignment();
}
