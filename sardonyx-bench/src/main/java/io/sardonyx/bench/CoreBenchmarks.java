package io.sardonyx.bench;

import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.SignalReady;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Planner;
import io.sardonyx.testkit.explore.Explorer;
import io.sardonyx.testkit.explore.FaultBounds;
import io.sardonyx.testkit.explore.RingModel;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures of the pure core: planning, replaying, the size of a replica, exploring. Prints each beside its target.
 */
public final class CoreBenchmarks {

    private static final long SEED = 42;
    private static final int PEERS = 10_000;
    private static final int JOBS = 100;
    private static final int TASKS = 5;
    private static final int HISTORY = 20_000;

    private CoreBenchmarks() {}

    public static void main(String[] args) {
        System.out.printf("Java %s, seed %d%n", Runtime.version(), SEED);
        replaying("replay a mixed history of " + HISTORY + " entries, before all else");
        for (JobScheduler scheduler : List.of(JobScheduler.BALANCED, JobScheduler.GREEDY)) {
            planning(scheduler);
        }
        replaying("the same after planning, compiled for that too");
        refusing();
        size();
        exploring();
    }

    private static void line(String what, double value, String unit, String target) {
        System.out.printf(Locale.ROOT, "%-62s %,14.2f %-10s %s%n", what, value, unit, target);
    }

    private static void planning(JobScheduler scheduler) {
        OrderedTable<PeerId, Peer> peers = OrderedTable.empty();
        var list = new ArrayList<Peer>();
        for (int p = 0; p < PEERS; p++) {
            var peer = new Peer(PeerId.of("p" + p), GroupId.of("g"), new Site("host-" + p / 4), Tags.NONE, null, false);
            list.add(peer);
            peers = peers.with(peer.id(), peer);
        }
        var demands = new ArrayList<Demand>();
        for (int j = 0; j < JOBS; j++) {
            demands.add(Demand.of(MixedHistory.job(JobId.of("j" + j), TASKS)));
        }
        OrderedTable<PeerId, Peer> idle = peers;
        double scratch = Measured.medianCpuMillis(30, 31, () -> Planner.plan(scheduler, demands, idle));
        String name = scheduler.name().toLowerCase(Locale.ROOT);
        line("plan " + PEERS + " peers x " + JOBS + " jobs of " + TASKS + ", " + name, scratch, "ms", "< 50");

        AssignmentPlan plan = Planner.plan(scheduler, demands, idle);
        var placed = new ArrayList<Peer>();
        plan.moves().forEach(move -> {
            Peer peer = idle.get(move.peer());
            if (peer != null) {
                placed.add(peer.assigned(move.to(), false));
            }
        });
        OrderedTable<PeerId, Peer> busy = idle.withValues(placed, Peer::id);
        PeerId gone = list.get(PEERS / 2).id();
        List<Demand> others =
                plan.demands().stream().map(demand -> without(demand, gone)).toList();
        OrderedTable<PeerId, Peer> rest = busy.without(gone);
        double again = Measured.medianCpuMillis(100, 101, () -> Planner.plan(scheduler, others, rest));
        line("plan again after one peer left, " + name, again, "ms", "< 5");
    }

    private static Demand without(Demand demand, PeerId peer) {
        Demand rest = demand;
        for (int t = 0; t < demand.stages().size(); t++) {
            rest = demand.stages().get(t).holds(peer)
                    ? rest.with(t, demand.stages().get(t).without(peer))
                    : rest;
        }
        return rest;
    }

    private static Replica replay(Replica from, List<Entry<Replica>> entries) {
        Replica replica = from;
        for (Entry<Replica> entry : entries) {
            replica = replica.change(entry).after();
        }
        return replica;
    }

    private static void replaying(String what) {
        var life = MixedHistory.of(SEED, HISTORY);
        double millis = Measured.medianCpuMillis(2, 5, () -> replay(life.grown(), life.entries()));
        line(what, HISTORY / millis * 1000, "entries/s", ">= 20,000");
    }

    private static void refusing() {
        var life = MixedHistory.of(SEED, 100);
        var entries = new ArrayList<Entry<Replica>>();
        List<GroupId> groups = life.grown().ring().members().keys();
        for (int i = 0; i < HISTORY; i++) {
            GroupId author = groups.get(i % groups.size());
            var step = i % 2 == 0 ? new NotifyJoinCluster(author) : new SignalReady(PeerId.of("nobody"));
            entries.add(new Entry<>(1_000_000L + i, author, 1_000_000L + i, step));
        }
        double millis = Measured.medianCpuMillis(3, 7, () -> replay(life.grown(), entries));
        line("entries that change neither peers nor jobs", HISTORY / millis * 1000, "entries/s", ">= 200,000");
    }

    private static void size() {
        var life = MixedHistory.of(SEED, HISTORY);
        Replica last = replay(life.grown(), life.entries());
        life = null;
        long with = usedBytes();
        int groups = last.ring().members().size();
        int peers = last.peers().present().size();
        last = null;
        long without = usedBytes();
        line("a replica of " + groups + " groups and " + peers + " peers", (with - without) / 1e6, "MB", "< 50");
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void exploring() {
        Explorer.explore(new RingModel(3), new FaultBounds(2, 0, 1, 2));
        var report = Explorer.explore(new RingModel(3), new FaultBounds(1, 1, 1, 2));
        line(
                "explore 3 groups, 1 crash, 1 expiry, 1 mishap",
                (double) report.statesPerSecond(),
                "states/s",
                "aim 100,000");
    }
}
