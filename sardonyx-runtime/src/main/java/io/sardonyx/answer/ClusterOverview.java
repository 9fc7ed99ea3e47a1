package io.sardonyx.answer;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.admin.ClusterSnapshot;
import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The view model of {@code top}: groups, jobs and link failures, sorted by importance: groups without a lease first,
 * then the busiest; jobs by throughput.
 */
public record ClusterOverview(
        ClusterSnapshot snapshot, List<GroupLoad> groups, List<JobLoad> jobs, List<String> troubles) {

    /**
     * A group of peers, that is a process, with its load.
     *
     * @param silent whether its lease is gone
     * @param busy number of peers with an assignment
     */
    public record GroupLoad(GroupId group, @Nullable Site site, boolean silent, boolean member, int peers, int busy) {

        private GroupLoad with(Peer peer, boolean working) {
            return new GroupLoad(group, peer.site(), silent, member, peers + 1, working ? busy + 1 : busy);
        }
    }

    /**
     * A live job with its figures.
     *
     * @param coordinator that decides who is at its tasks; null where the replica tells
     */
    public record JobLoad(
            Run run,
            JobStatus.State state,
            JobFigures figures,
            @Nullable CoordinatorSnapshot coordinator) {

        /** Number of its peers. */
        public int peers() {
            return coordinator == null
                    ? run.demand().size()
                    : coordinator.peersOf(run.job().id());
        }

        /** Number of peers at one of its tasks. */
        public int peers(TaskName task) {
            return coordinator == null
                    ? run.stage(run.job().indexOf(task)).places().size()
                    : coordinator.slots(run.job().id(), task).size();
        }

        /** Segments per second read by its inputs. */
        public long in() {
            return sum(run.job().inputs(), TaskReport::takenPerSecond);
        }

        /** Segments per second that reach its outputs. */
        public long out() {
            return sum(run.job().outputs(), TaskReport::takenPerSecond);
        }

        /** Roots that are not acknowledged yet; of a queued job, messages in its queues. */
        public long open() {
            return figures.tasks().stream().mapToLong(this::open).sum();
        }

        /**
         * Roots that were replayed; of a queued job, messages that came again; with checkpoints, how often it went
         * back.
         */
        public long again() {
            return run.job().hasCheckpoints()
                    ? run.checkpoints().rewinds().count()
                    : figures.tasks().stream().mapToLong(this::again).sum();
        }

        /** What one task contributes to {@link #open()}. */
        public long open(TaskReport task) {
            return run.isQueued() ? task.queues().depth() : isInput(task) ? task.openRoots() : 0;
        }

        /** What one task contributes to {@link #again()}. */
        public long again(TaskReport task) {
            return run.isQueued() ? task.queues().redelivered() : isInput(task) ? task.replays() : 0;
        }

        private boolean isInput(TaskReport task) {
            return run.job().inputs().contains(task.task());
        }

        private long sum(Collection<TaskName> tasks, ToLongFunction<TaskReport> figure) {
            return figures.tasks().stream()
                    .filter(report -> tasks.contains(report.task()))
                    .mapToLong(figure)
                    .sum();
        }
    }

    /**
     * Computes the overview.
     *
     * @param nowMillis this machine's clock, against which the age of reports is computed
     */
    public static ClusterOverview of(ClusterSnapshot snapshot, long nowMillis) {
        Replica replica = snapshot.view().replica();
        List<JobLoad> jobs = replica.jobs().live().values().stream()
                .map(run -> load(run, snapshot, nowMillis))
                .sorted(Comparator.comparingLong(JobLoad::in)
                        .reversed()
                        .thenComparing(JobLoad::peers, Comparator.reverseOrder())
                        .thenComparing(load -> load.run.job().id()))
                .toList();
        List<String> troubles = jobs.stream()
                .flatMap(load -> load.figures.troubles().stream())
                .distinct()
                .toList();
        return new ClusterOverview(snapshot, groups(replica, snapshot), jobs, troubles);
    }

    private static JobLoad load(Run run, ClusterSnapshot snapshot, long nowMillis) {
        List<JobReport> reports = snapshot.reports().getOrDefault(run.job().id(), List.of());
        CoordinatorSnapshot coordinator = snapshot.coordinator();
        int peers = coordinator == null
                ? run.demand().size()
                : coordinator.peersOf(run.job().id());
        return new JobLoad(
                run,
                peers == 0 ? JobStatus.State.WAITING : JobStatus.State.RUNNING,
                JobFigures.of(run.job().tasks(), reports, nowMillis),
                coordinator);
    }

    private static List<GroupLoad> groups(Replica replica, ClusterSnapshot snapshot) {
        Map<GroupId, GroupLoad> groups = new LinkedHashMap<>();
        replica.ring().members().keys().inOrder().forEach(group -> groups.put(group, idle(group, true, snapshot)));
        replica.ring().joining().keys().forEach(group -> groups.putIfAbsent(group, idle(group, false, snapshot)));
        replica.peers()
                .present()
                .values()
                .forEach(peer -> groups.computeIfPresent(
                        peer.group(), (group, load) -> load.with(peer, isWorking(peer, snapshot))));
        return groups.values().stream()
                .sorted(Comparator.comparing(GroupLoad::silent)
                        .thenComparing(GroupLoad::busy)
                        .reversed()
                        .thenComparing(GroupLoad::group))
                .toList();
    }

    private static boolean isWorking(Peer peer, ClusterSnapshot snapshot) {
        CoordinatorSnapshot coordinator = snapshot.coordinator();
        RosterPeer known =
                coordinator == null ? null : coordinator.roster().peers().get(peer.id());
        return coordinator == null
                ? peer.assignment() != null
                : known != null && known.state().isAtTask();
    }

    /** Who leads, or why nobody is offered anything; empty where no coordinator decides. */
    public String leader() {
        CoordinatorSnapshot coordinator = snapshot.coordinator();
        if (coordinator == null) {
            return "";
        }
        return coordinator
                .leader()
                .map(leader -> leader.id() + " leads, " + coordinator.standBys().size() + " stand by, at event "
                        + coordinator.position())
                .orElseGet(() -> String.join("; ", CoordinatorFindings.withoutLeader(coordinator.running())));
    }

    private static GroupLoad idle(GroupId group, boolean member, ClusterSnapshot snapshot) {
        return new GroupLoad(group, null, snapshot.silent().contains(group), member, 0, 0);
    }

    /** Writes its fields into a JSON object that is already open. */
    public void write(JsonOut out) {
        Replica replica = snapshot.view().replica();
        out.number("position", snapshot.view().position())
                .text("cluster", String.valueOf(replica.cluster().id()));
        if (!leader().isEmpty()) {
            out.text("coordinator", leader());
        }
        out.beginList("groups");
        for (GroupLoad load : groups) {
            out.begin().text("group", load.group);
            if (load.site != null) {
                out.text("site", load.site);
            }
            out.flag("member", load.member)
                    .flag("pulse", !load.silent)
                    .number("peers", load.peers)
                    .number("busy", load.busy)
                    .end();
        }
        out.endList().beginList("jobs");
        jobs.forEach(load -> write(load, out));
        out.endList()
                .number("completed", replica.jobs().completed().size())
                .number("killed", replica.jobs().killed().size())
                .texts("troubles", troubles);
    }

    private static void write(JobLoad load, JsonOut out) {
        out.begin()
                .text("job", load.run.job().id())
                .text("state", Keywords.of(load.state))
                .number("peers", load.peers())
                .number("in", load.in())
                .number("out", load.out())
                .number("open", load.open())
                .number("again", load.again());
        load.figures.bottleneck().ifPresent(task -> out.text("bottleneck", task));
        CheckpointText.write(load.run, load.figures, out);
        out.begin("tasks");
        load.figures.tasks().forEach(task -> {
            out.begin(task.task().text());
            ReportDocument.write(task, out);
            out.end();
        });
        out.end().end();
    }
}
