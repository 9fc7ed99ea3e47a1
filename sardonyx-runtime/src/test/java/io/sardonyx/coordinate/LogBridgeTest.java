package io.sardonyx.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Exhaust;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.coordinator.Withdraw;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LogBridgeTest {

    private static final GroupId GROUP = GroupId.of("g");
    private static final PeerId PEER = PeerId.of("p");
    private static final JobId JOB = JobId.of("j");
    private static final TaskName READ = TaskName.of("read");

    private Replica replica = Replica.EMPTY;
    private long position;
    private Roster roster = Roster.EMPTY;

    private void folded(Command... commands) {
        for (Command command : commands) {
            replica = command.apply(replica, position++);
        }
    }

    private void happened(Event... events) {
        for (Event event : events) {
            Roster after = event.apply(roster, 0);
            assertThat(after).as(event.toString()).isNotSameAs(roster);
            roster = after;
        }
    }

    private void found() {
        folded(
                new FoundCluster("c", Allocation.COORDINATED, JobScheduler.BALANCED, 100, "epoch", 2),
                new PrepareJoinCluster(GROUP),
                new AddVirtualPeer(PEER, GROUP, null, Tags.NONE));
    }

    private static Outline job(JobId id, Delivery delivery) {
        List<Task> tasks = List.of(Task.named(READ).with(new Bounds(1, 1)), Task.named(TaskName.of("write")));
        return new Outline(
                id, tasks, TaskScheduler.BALANCED, Percentage.ZERO, Bounds.UNBOUNDED, delivery, false, "", 0);
    }

    private LogBridge bridge() {
        return LogBridge.between(roster, replica);
    }

    private static Plan plan(JobId id, long submitted) {
        return new Plan(
                id,
                submitted,
                List.of(
                        new Plan.PlannedTask(READ, 0, Plan.Consumption.SEQUENTIAL),
                        new Plan.PlannedTask(TaskName.of("write"), 1, Plan.Consumption.CONCURRENT)));
    }

    @Test
    void liveJobsAreWantedInOrderOfTheirSubmission() {
        found();
        folded(
                new SubmitJob(job(JobId.of("z"), Delivery.AUTOMATIC)),
                new SubmitJob(job(JobId.of("a"), Delivery.QUEUED)));
        assertThat(bridge().plans()).containsExactly(plan(JobId.of("z"), 3), plan(JobId.of("a"), 4));
        happened(plan(JobId.of("z"), 3), plan(JobId.of("a"), 4));
        assertThat(bridge().plans()).isEmpty();
    }

    @Test
    void jobThatNoCoordinatorCanAssignIsKilledWithTheReason() {
        found();
        folded(new SubmitJob(job(JOB, Delivery.DIRECT)));
        assertThat(bridge().plans()).isEmpty();
        assertThat(bridge().commands())
                .singleElement()
                .isInstanceOfSatisfying(
                        KillJob.class,
                        kill -> assertThat(kill.cause().reason()).contains("no coordinator can assign it", "delivery"));
    }

    @Test
    void finishedJobIsCompletedWithWhatWasSkippedAndNeverPlannedAgain() {
        found();
        folded(new SubmitJob(job(JOB, Delivery.QUEUED)));
        happened(new Born(PEER), plan(JOB, 3));
        for (String task : List.of("read", "write")) {
            var post = new Post(JOB, TaskName.of(task), 0);
            happened(new Offer(PEER, post), new Ack(PEER, post), new Exhaust(PEER, post), new Complete(PEER, post, 7));
        }
        SortedTable<TaskName, Long> skipped = SortedTable.of(new TreeMap<>(Map.of(READ, 7L, TaskName.of("write"), 7L)));
        assertThat(bridge().plans()).isEmpty();
        assertThat(bridge().commands()).containsExactly(new CompleteJob(JOB, skipped));
        folded(new CompleteJob(JOB, skipped));
        assertThat(bridge().commands()).isEmpty();
        assertThat(bridge().withdrawals()).isEmpty();
    }

    @Test
    void killedJobIsWithdrawn() {
        found();
        folded(new SubmitJob(job(JOB, Delivery.QUEUED)));
        happened(plan(JOB, 3));
        assertThat(bridge().withdrawals()).isEmpty();
        folded(new KillJob(JOB, new Cause("enough", null, null)));
        assertThat(bridge().withdrawals()).containsExactly(new Withdraw(JOB));
    }

    @Test
    void peerThatTheClusterDoesNotHaveIsDead() {
        found();
        happened(new Born(PEER), new Born(PeerId.of("gone")));
        assertThat(bridge().deaths()).containsExactly(new Death(PeerId.of("gone")));
        assertThat(LogBridge.groups(roster, replica)).containsExactly(GROUP);
        happened(new Death(PeerId.of("gone")));
        assertThat(bridge().deaths()).isEmpty();
    }

    @Test
    void unfitProcessIsToldForEachOfItsPeersOnce() {
        found();
        var other = GroupId.of("h");
        folded(new PrepareJoinCluster(other), new SubmitJob(job(JOB, Delivery.QUEUED)));
        happened(new Born(PEER), plan(JOB, 4));
        var fit = new AddVirtualPeer(PeerId.of("fit"), other, null, Tags.NONE);
        replica = replica.with(
                replica.peers().with(new io.sardonyx.replica.Peer(fit.id(), other, null, Tags.NONE, null, false)));
        folded(new DeclareUnfit(GROUP, JOB, "it lacks a class"));
        assertThat(bridge().unfits()).containsExactly(new Unfit(PEER, JOB));
        happened(new Unfit(PEER, JOB));
        assertThat(bridge().unfits()).isEmpty();
    }
}
