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
                ExhaustInput,
                FoundCluster,
                Gc,
                GroupLeaveCluster,
                KillJob,
                LeaveCluster,
                NotifyJoinCluster,
                PeerGc,
                PrepareJoinCluster,
                SealOutput,
                SealTask,
                SignalReady,
                SubmitJob,
                VolunteerForTask {}
