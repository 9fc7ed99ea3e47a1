package io.sardonyx.schedule;

import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scheduler of allocation <em>planned</em>, a pure function: first the number of peers of each job, then of each task,
 * then the places.
 *
 * <p>Deterministic and near linear; no solver. Where neither tags nor sites matter, which is almost always, the numbers
 * are closed-form arithmetic; else each grant is checked by a small max-flow, and a job that cannot be placed after all
 * (because peers of frozen tasks must not move) gets fewer peers and everything is planned again.
 */
public final class Planner {

    /** Most further passes. Where tags, sites or flux policies matter, planning is repeated until it moves no peer. */
    private static final int MOST_AGAIN = 6;

    private Planner() {}

    /** The plan for {@code demands}, in order of submission, over {@code workers}, in order of arrival. */
    public static AssignmentPlan plan(
            JobScheduler scheduler, List<Demand> demands, OrderedTable<PeerId, ? extends SchedulablePeer> workers) {
        boolean uniform = true;
        boolean free = true;
        for (Demand demand : demands) {
            uniform &= isUniform(demand);
            free &= mayChangeFreely(demand);
        }
        AssignmentPlan plan = planOnce(scheduler, demands, workers, uniform);
        if (uniform && free) {
            return plan;
        }
        OrderedTable<PeerId, ? extends SchedulablePeer> placed = workers;
        for (int again = 0; again < MOST_AGAIN && !plan.moves().isEmpty(); again++) {
            placed = PlannedPeer.by(plan, placed);
            plan = planOnce(scheduler, plan.demands(), placed, uniform);
        }
        return plan.comparedWith(workers);
    }

    /** Whether peers of the job may move at any time, since all its tasks have flux policy CONTINUE. */
    private static boolean mayChangeFreely(Demand demand) {
        for (Task task : demand.job().tasks()) {
            if (task.flux() != Flux.CONTINUE) {
                return false;
            }
        }
        return true;
    }

    /** One pass of planning. */
    private static AssignmentPlan planOnce(
            JobScheduler scheduler,
            List<Demand> demands,
            OrderedTable<PeerId, ? extends SchedulablePeer> workers,
            boolean uniform) {
        var needs = new ArrayList<PeerNeed>(demands.size());
        demands.forEach(demand -> needs.add(new PeerNeed(demand)));
        var ceilings = new int[demands.size()];
        Arrays.fill(ceilings, Integer.MAX_VALUE);
        while (true) {
            PeerCapacity room = uniform ? new UniformCapacity(needs) : new TaggedCapacity(needs, workers);
            Share[] shares =
                    JobShares.of(scheduler, needs, workers.size(), uniform ? room : new LowerRoom(room, ceilings));
            if (startAnew(needs, shares)) {
                continue;
            }
            var placed = new ArrayList<Demand>(demands.size());
            var moves = new ArrayList<Move>();
            if (isSettled(needs, room, uniform)) {
                return new AssignmentPlan(scheduler, needs, shares, workers, List.copyOf(demands), List.of());
            }
            var placement = new Placement(needs, workers, room);
            int failed = placement.place(placed, moves);
            if (failed < 0) {
                return new AssignmentPlan(scheduler, needs, shares, workers, List.copyOf(placed), List.copyOf(moves))
                        .withNumbers(placement.numbers());
            }
            ceilings[failed] = shares[failed].granted() - needs.get(failed).unit;
        }
    }

    /**
     * Lets jobs restart that do not get the peers they must keep: they lose all of them anyhow, so they may start with
     * fewer within the same plan. Returns whether there was any. Without this, planning again after the plan would give
     * another plan.
     */
    private static boolean startAnew(List<PeerNeed> needs, Share[] shares) {
        boolean any = false;
        for (int j = 0; j < shares.length; j++) {
            if (needs.get(j).holdsFast() && shares[j].granted() == 0) {
                needs.set(j, needs.get(j).startedAnew());
                any = true;
            }
        }
        return any;
    }

    /** Whether every peer can run every task of the job. */
    private static boolean isUniform(Demand demand) {
        if (demand.job().scheduler() == TaskScheduler.COLOCATED) {
            return false;
        }
        for (Task task : demand.job().tasks()) {
            if (!task.tags().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Whether all tasks already have the planned number of peers, so that no peer moves. */
    private static boolean isSettled(List<PeerNeed> needs, PeerCapacity room, boolean uniform) {
        for (int j = 0; uniform && j < needs.size(); j++) {
            int[] split = room.split(j);
            for (int t = 0; t < split.length; t++) {
                if (split[t] != needs.get(j).stage(t).places().size()
                        || needs.get(j).stage(t) != needs.get(j).demand.stages().get(t)) {
                    return false;
                }
            }
        }
        return uniform;
    }

    /** Capacity with a ceiling for jobs that could not be placed with more peers. */
    private static final class LowerRoom implements PeerCapacity {

        private final PeerCapacity room;
        private final int[] ceilings;

        LowerRoom(PeerCapacity room, int[] ceilings) {
            this.room = room;
            this.ceilings = ceilings;
        }

        @Override
        public int reserve(int job, int total) {
            return total > ceilings[job] ? Math.max(0, ceilings[job]) : room.reserve(job, total);
        }

        @Override
        public int[] split(int job) {
            return room.split(job);
        }

        @Override
        public boolean isUniform() {
            return room.isUniform();
        }
    }
}
