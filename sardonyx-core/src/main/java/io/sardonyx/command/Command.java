package io.sardonyx.command;

import io.sardonyx.log.Step;
import io.sardonyx.replica.Replica;

/** Entry of the cluster's log, without its header; the permitted types are the whole protocol. */
public sealed interface Command extends Step<Replica>
        permits AbortJoinCluster,
                AcceptJoinCluster,
                AddVirtualPeer,
                AssignBookkeeperLogId,
                CompleteCheckpoint,
                CompleteJob,
                CompleteTask,
                DeclareUnfit,
                DisputeHash,
                DropCheckpoint,
                ExhaustInput,
                ForgetJob,
                FoundCluster,
                Gc,
                GroupLeaveCluster,
                KeepCheckpoint,
                KillJob,
                LeaveCluster,
                NoteProgress,
                NotifyJoinCluster,
                PeerGc,
                PrepareJoinCluster,
                RaiseFormat,
                ReleaseJob,
                RewindJob,
                SealOutput,
                SealTask,
                SetStateStorage,
                SignalReady,
                StopJob,
                SubmitJob,
                VolunteerForTask {

    /**
     * Whether this entry, queued but not yet appended, has become pointless or harmful in view of the current replica.
     * An outbox drops such an entry: what was right when it was queued would undo what has happened since.
     */
    default boolean isMoot(Replica now) {
        return false;
    }
}
