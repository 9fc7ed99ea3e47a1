package io.sardonyx.cli.log;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.replay.ReplayedEntry;

/** A printer of replayed entries. */
interface ReplayPrinter {

    void show(ReplayedEntry replayed);

    /** Called once after the last entry. */
    void end(ReplicaView now, long entries);
}
