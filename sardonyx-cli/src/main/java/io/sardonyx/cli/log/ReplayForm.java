package io.sardonyx.cli.log;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.replay.Replayed;

/** How a replay is shown. */
interface ReplayForm {

    void show(Replayed replayed);

    /** All is read. */
    void end(ReplicaView now, long entries);
}
