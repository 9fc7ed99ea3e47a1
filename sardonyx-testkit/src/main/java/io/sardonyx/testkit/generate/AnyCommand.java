package io.sardonyx.testkit.generate;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.AssignBookkeeperLogId;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.DisputeHash;
import io.sardonyx.command.DropCheckpoint;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.ForgetJob;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KeepCheckpoint;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.NoteProgress;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PeerGc;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.command.ReleaseJob;
import io.sardonyx.command.RewindJob;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.command.SetStateStorage;
import io.sardonyx.command.SignalReady;
import io.sardonyx.command.StopJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.Map;

/**
 * Generators of log commands whose ids come from a small set, so that commands refer to each other: right, stale and
 * unknown ids.
 */
public final class AnyCommand {

    /** How many groups commands refer to. */
    static final int CAST = 10;

    private static final Gen<GroupId> GROUP = AnyId.group(CAST);
    private static final Gen<PeerId> PEER = AnyId.peer(12);
    private static final Gen<JobId> JOB = AnyId.job(4);
    private static final Gen<TaskName> TASK = AnyId.task(4);

    private AnyCommand() {}

    /** Any command, the frequent kinds more often. */
    public static Gen<Command> command() {
        return Gen.oneOf(
                membership(),
                membership(),
                peers(),
                peers(),
                peers(),
                jobs(),
                jobs(),
                progress(),
                progress(),
                upkeep());
    }

    /** Commands by which groups join and leave. */
    public static Gen<Command> membership() {
        return Gen.oneOf(
                GROUP.map(PrepareJoinCluster::new),
                GROUP.map(PrepareJoinCluster::new),
                GROUP.map(NotifyJoinCluster::new),
                choices -> new AcceptJoinCluster(GROUP.from(choices), GROUP.from(choices), GROUP.from(choices)),
                GROUP.map(AbortJoinCluster::new),
                choices -> new GroupLeaveCluster(
                        GroupId.of(AnyId.named(Gen.ints(0, 3 * CAST).from(choices))), choices.percent(50)));
    }

    /** Commands by which peers are added, removed and volunteer. */
    public static Gen<Command> peers() {
        return Gen.oneOf(
                AnyCommand::addVirtualPeer,
                AnyCommand::addVirtualPeer,
                PEER.map(VolunteerForTask::new),
                PEER.map(LeaveCluster::new));
    }

    /** Commands that submit, kill, release, forget and complete jobs. */
    public static Gen<Command> jobs() {
        return Gen.oneOf(
                AnyCommand::submit,
                choices -> new KillJob(
                        JOB.from(choices),
                        new Cause(
                                choices.among("", "tired").isEmpty() ? null : "tired",
                                choices.percent(30) ? TASK.from(choices) : null,
                                choices.percent(30) ? "operator" : null),
                        choices.percent(30) ? (long) choices.below(60) : null),
                JOB.map(ReleaseJob::new),
                JOB.map(ForgetJob::new),
                choices -> new DeclareUnfit(GROUP.from(choices), JOB.from(choices), "no jar"),
                JOB.map(AnyCommand::complete));
    }

    private static Command submit(Choices choices) {
        Outline job = JOB.then(AnyCommand::job).from(choices);
        Long ifAt = choices.percent(10) ? (long) choices.below(40) : null;
        boolean resumes = job.hasCheckpoints() && choices.percent(30);
        return new SubmitJob(
                job, ifAt, resumes ? new SubmitJob.Resumed(JOB.from(choices), choices.between(1, 3)) : null);
    }

    private static Gen<Outline> job(JobId id) {
        return choices -> choices.percent(5)
                ? AnyJob.absurd(id).from(choices)
                : AnyJob.full().withTasks(4).job(id).from(choices);
    }

    /** What was skipped follows from the job, so that seeds mean what they meant without it. */
    private static CompleteJob complete(JobId job) {
        int count = Math.floorMod(job.hashCode(), 3);
        SortedTable<TaskName, Long> none = SortedTable.empty();
        return new CompleteJob(job, count == 0 ? none : none.with(AnyId.taskNumbered(0), (long) count));
    }

    private static Command completeCheckpoint(Choices choices) {
        return new CompleteCheckpoint(
                JOB.from(choices),
                choices.between(-1, 30),
                choices.between(1, 3),
                AnyId.named(choices.below(4)),
                choices.percent(20),
                skipped(choices));
    }

    /** The number of skipped segments follows from the peer, so that seeds mean what they meant without it. */
    private static CompleteTask complete(PeerId peer, JobId job, TaskName task) {
        return new CompleteTask(peer, job, task, Math.floorMod(peer.hashCode(), 3));
    }

    /** Commands that report progress of a job's tasks. */
    public static Gen<Command> progress() {
        return Gen.oneOf(
                PEER.map(SignalReady::new),
                choices -> new ExhaustInput(JOB.from(choices), TASK.from(choices), skipped(choices)),
                choices -> new NoteProgress(PEER.from(choices), JOB.from(choices)),
                choices -> new SealOutput(JOB.from(choices), TASK.from(choices)),
                choices -> new SealTask(PEER.from(choices), JOB.from(choices), TASK.from(choices)),
                choices -> complete(PEER.from(choices), JOB.from(choices), TASK.from(choices)),
                choices -> new AssignBookkeeperLogId(
                        JOB.from(choices), TASK.from(choices), choices.between(0, 2), AnyId.named(choices.below(4))),
                AnyCommand::completeCheckpoint,
                choices -> new RewindJob(JOB.from(choices), choices.between(-1, 30), "a link broke"),
                checkpoints());
    }

    /** Commands of clients about the checkpoints of a job. */
    private static Gen<Command> checkpoints() {
        return Gen.oneOf(
                choices -> new KeepCheckpoint(JOB.from(choices), choices.between(1, 3), "n" + choices.below(3)),
                choices -> new DropCheckpoint(JOB.from(choices), "n" + choices.below(3)),
                JOB.map(StopJob::new));
    }

    /** Commands about the cluster as a whole, such as garbage collection and formats. */
    public static Gen<Command> upkeep() {
        return Gen.oneOf(
                choices -> new Gc(
                        GROUP.from(choices), choices.percent(30) ? new Gc.Checksum(choices.below(40), "abcd") : null),
                GROUP.map(PeerGc::new),
                choices -> new DisputeHash(GROUP.from(choices), GROUP.from(choices), choices.below(40)),
                choices -> new RaiseFormat(choices.between(1, ClusterParameters.FORMAT)),
                choices -> new SetStateStorage(choices.among("file:/state", "memory:state")),
                foundCluster());
    }

    private static SortedTable<TaskName, Long> skipped(Choices choices) {
        return choices.percent(70)
                ? SortedTable.empty()
                : SortedTable.of(Map.of(TASK.from(choices), (long) choices.between(1, 5)));
    }

    /**
     * A command that founds a cluster with any parameters. How many ended jobs it remembers is large, as usual, or so
     * small that forgetting is tested.
     */
    public static Gen<Command> foundCluster() {
        return choices -> new FoundCluster(
                "onyx",
                choices.among(Allocation.PLANNED, Allocation.VOLUNTEERED, Allocation.COORDINATED),
                choices.among(JobScheduler.BALANCED, JobScheduler.GREEDY, JobScheduler.PERCENTAGE),
                choices.among(10_000, 3, 1),
                choices.percent(50) ? AnyId.named(choices.below(3)) : null,
                choices.percent(80) ? ClusterParameters.FORMAT : ClusterParameters.FIRST_FORMAT);
    }

    private static Command addVirtualPeer(Choices choices) {
        Site site = choices.percent(70) ? new Site("site-" + choices.below(3)) : null;
        return new AddVirtualPeer(
                PEER.from(choices), GROUP.from(choices), site, AnyJob.tags().from(choices));
    }
}
