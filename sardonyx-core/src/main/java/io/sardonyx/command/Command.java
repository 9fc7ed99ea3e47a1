package io.sardonyx.command;

import io.sardonyx.log.Step;
import io.sardonyx.replica.Replica;

/** An entry of the masterless log. */
public sealed interface Command extends Step<Replica>
        permits AbortJoinCluster,
                AcceptJoinCluster,
                AddVirtualPeer,
                AssignBookkeeperLogId,
                CompleteJob,
                CompleteTask,
                DeclareUnfit,
                DisputeHash,
                ExhaustInput,
                ForgetJob,
                FoundCluster,
                Gc,
                GroupLeaveCluster,
                KillJob,
                LeaveCluster,
                NoteProgress,
                NotifyJoinCluster,
                PeerGc,
                PrepareJoinCluster,
                RaiseFormat,
                ReleaseJob,
                SealOutput,
                SealTask,
                SignalReady,
                SubmitJob,
                VolunteerForTask {

    /**
     * Whether whoever wanted to append this, seeing this replica now, no longer does. An outbox drops such an entry
     * instead of sending it: what was right when it was queued would undo what has happened since.
     */
    default boolean isMoot(Replica now) {
        return false;
    }
}
