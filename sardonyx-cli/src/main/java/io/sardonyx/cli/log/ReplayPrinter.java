package io.sardonyx.cli.log;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.replay.ReplayedEntry;

/** How a replay is shown. */
interface ReplayPrinter {

    void show(ReplayedEntry replayed);

    /** All is read. */
    void end(ReplicaView now, long entries);
}
