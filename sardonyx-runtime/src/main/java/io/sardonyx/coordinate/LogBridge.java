package io.sardonyx.coordinate;

import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.KillJob;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.JobProgress;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.coordinator.Withdraw;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Task;
import io.sardonyx.job.check.CoordinatorLimits;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Bridge between the cluster's log and the coordinator's: what either lacks of the other. Derived from how both are
 * now, never from what happened, so that every leader finds the same.
 *
 * @param plans of live jobs that the roster does not know, in order of submission
 * @param unfits of peers whose process has declared itself unfit for a job
 * @param deaths of peers that the cluster no longer has; to be trusted only if the replica is newer than the roster
 * @param withdrawals of jobs that are no longer live; to be trusted only if the replica is newer than the roster
 * @param commands for the cluster's log: the completion of finished jobs, the end of those that cannot be assigned
 */
public record LogBridge(
        List<Plan> plans, List<Unfit> unfits, List<Event> deaths, List<Event> withdrawals, List<Command> commands) {

    public static LogBridge between(Roster roster, Replica replica) {
        var plans = new ArrayList<Plan>();
        var unfits = new ArrayList<Unfit>();
        var deaths = new ArrayList<Event>();
        var withdrawals = new ArrayList<Event>();
        var commands = new ArrayList<Command>();
        replica.jobs().live().forEach((id, run) -> {
            JobProgress progress = roster.jobs().get(id);
            SortedTable<TaskName, Long> skipped = roster.finished().get(id);
            if (progress != null) {
                unfits.addAll(unfits(id, run, progress, roster, replica));
            } else if (skipped != null) {
                commands.add(new CompleteJob(id, skipped));
            } else if (run.version() > roster.lastPlanned()) {
                List<Fault> faults = CoordinatorLimits.faults(run.job());
                if (faults.isEmpty()) {
                    plans.add(plan(run));
                } else {
                    commands.add(refusal(id, faults));
                }
            }
        });
        roster.peers().forEach((id, peer) -> {
            if (peer.state().isLiving() && !replica.peers().present().has(id)) {
                deaths.add(new Death(id));
            }
        });
        roster.jobs().keys().forEach(id -> {
            if (!replica.jobs().live().has(id)) {
                withdrawals.add(new Withdraw(id));
            }
        });
        return new LogBridge(plans, unfits, deaths, withdrawals, commands);
    }

    private static List<Unfit> unfits(JobId id, Run run, JobProgress progress, Roster roster, Replica replica) {
        var unfits = new ArrayList<Unfit>();
        for (GroupId group : run.health().unfit().keys()) {
            for (Peer peer : replica.peers().of(group)) {
                if (roster.peers().has(peer.id()) && !progress.unfit().has(peer.id())) {
                    unfits.add(new Unfit(peer.id(), id));
                }
            }
        }
        return unfits;
    }

    private static Plan plan(Run run) {
        Outline job = run.job();
        var tasks = new ArrayList<Plan.PlannedTask>();
        for (int phase = 0; phase < job.tasks().size(); phase++) {
            Task task = job.tasks().get(phase);
            tasks.add(new Plan.PlannedTask(
                    task.name(),
                    phase,
                    task.bounds().max() == 1 ? Plan.Consumption.SEQUENTIAL : Plan.Consumption.CONCURRENT));
        }
        return new Plan(job.id(), run.version(), tasks);
    }

    /** Kills a job that a client has submitted although no coordinator can assign it. */
    static KillJob refusal(JobId job, List<Fault> faults) {
        String reason = faults.stream().map(Fault::toString).collect(Collectors.joining("; "));
        return new KillJob(job, new Cause("no coordinator can assign it: " + reason, null, null));
    }

    /** The groups of the peers that are alive in the roster. */
    static List<GroupId> groups(Roster roster, Replica replica) {
        return roster.peers().keys().stream()
                .filter(id -> isLiving(roster, id))
                .map(id -> replica.peers().present().get(id))
                .filter(peer -> peer != null)
                .map(Peer::group)
                .distinct()
                .toList();
    }

    private static boolean isLiving(Roster roster, PeerId id) {
        var peer = roster.peers().get(id);
        return peer != null && peer.state().isLiving();
    }
}
