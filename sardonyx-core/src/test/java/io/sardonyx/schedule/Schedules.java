package io.sardonyx.schedule;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Peer;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;

/** Jobs, peers and plans in few words. */
final class Schedules {

    private Schedules() {}

    static Task task(String name) {
        return Task.named(TaskName.of(name));
    }

    static Task task(String name, int min, int max) {
        return task(name).with(new Bounds(min, max));
    }

    static Percentage percent(int percent) {
        return new Percentage(percent * 1_000_000L);
    }

    static Tags tags(String... words) {
        return Tags.of(List.of(words));
    }

    static Outline job(String name, Task... tasks) {
        return job(name, TaskScheduler.BALANCED, Percentage.ZERO, tasks);
    }

    static Outline job(String name, Percentage percentage, Task... tasks) {
        return job(name, TaskScheduler.BALANCED, percentage, tasks);
    }

    static Outline job(String name, TaskScheduler scheduler, Task... tasks) {
        return job(name, scheduler, Percentage.ZERO, tasks);
    }

    private static Outline job(String name, TaskScheduler scheduler, Percentage percentage, Task... tasks) {
        return new Outline(
                JobId.of(name), List.of(tasks), scheduler, percentage, Bounds.UNBOUNDED, Delivery.DIRECT, true, "", 0);
    }

    static Outline queued(String name, Task... tasks) {
        return new Outline(
                JobId.of(name),
                List.of(tasks),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.QUEUED,
                false,
                "",
                0);
    }

    static Outline saturated(Outline job, int saturation) {
        return new Outline(
                job.id(),
                job.tasks(),
                job.scheduler(),
                job.percentage(),
                saturation,
                job.delivery(),
                job.wholeOnly(),
                "",
                0);
    }

    /** So many peers p1, p2 … of one site. */
    static OrderedTable<PeerId, Peer> peers(int count) {
        OrderedTable<PeerId, Peer> peers = OrderedTable.empty();
        for (int i = 1; i <= count; i++) {
            peers = with(peers, "p" + i, "site", Tags.NONE);
        }
        return peers;
    }

    static OrderedTable<PeerId, Peer> with(OrderedTable<PeerId, Peer> peers, String name, String site, Tags tags) {
        Peer peer = worker(name, site, tags);
        return peers.with(peer.id(), peer);
    }

    /** An idle peer. */
    static Peer worker(String name, String site, Tags tags) {
        return new Peer(PeerId.of(name), GroupId.of("g"), new Site(site), tags, null, false);
    }

    static AssignmentPlan plan(JobScheduler scheduler, int peers, Outline... jobs) {
        return Planner.plan(scheduler, List.of(jobs).stream().map(Demand::of).toList(), peers(peers));
    }

    /** How many peers each task of each job has. */
    static List<List<Integer>> counts(AssignmentPlan plan) {
        return plan.demands().stream()
                .map(demand -> demand.stages().stream()
                        .map(stage -> stage.places().size())
                        .toList())
                .toList();
    }

    /** How many peers each job has. */
    static List<Integer> totals(AssignmentPlan plan) {
        return plan.demands().stream().map(Demand::size).toList();
    }

    /** The peers after a plan. */
    static OrderedTable<PeerId, Peer> moved(OrderedTable<PeerId, Peer> peers, AssignmentPlan plan) {
        OrderedTable<PeerId, Peer> moved = peers;
        for (Move move : plan.moves()) {
            Peer peer = moved.get(move.peer());
            moved = peer == null ? moved : moved.with(move.peer(), peer.assigned(move.to(), true));
        }
        return moved;
    }

    static List<String> names(AssignmentPlan plan, int job, int task) {
        var names = new ArrayList<String>();
        plan.demands()
                .get(job)
                .stages()
                .get(task)
                .places()
                .forEach(place -> names.add(place.peer().text()));
        return names;
    }
}
