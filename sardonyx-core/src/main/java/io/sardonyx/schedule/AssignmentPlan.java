package io.sardonyx.schedule;

import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Task;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Result of the planner: the wanted assignments of all jobs, the moves that lead there, and the reason for each job's
 * number of peers and each idle peer.
 */
public final class AssignmentPlan {

    private final JobScheduler scheduler;
    private final List<PeerNeed> needs;
    private final Share[] shares;
    private final OrderedTable<PeerId, ? extends SchedulablePeer> workers;
    private final List<Demand> demands;
    private final List<Move> moves;
    private final long[] numbers;

    AssignmentPlan(
            JobScheduler scheduler,
            List<PeerNeed> needs,
            Share[] shares,
            OrderedTable<PeerId, ? extends SchedulablePeer> workers,
            List<Demand> demands,
            List<Move> moves) {
        this.scheduler = scheduler;
        this.needs = needs;
        this.shares = shares;
        this.workers = workers;
        this.demands = demands;
        this.moves = moves;
        this.numbers = new long[moves.size()];
        Arrays.fill(numbers, -1);
    }

    private AssignmentPlan(AssignmentPlan plan, long[] numbers) {
        scheduler = plan.scheduler;
        needs = plan.needs;
        shares = plan.shares;
        workers = plan.workers;
        demands = plan.demands;
        moves = plan.moves;
        this.numbers = numbers;
    }

    /** The same plan with the sequence numbers of the peers of its moves. */
    AssignmentPlan withNumbers(long[] known) {
        return new AssignmentPlan(this, known);
    }

    /**
     * The same plan with moves and slots relative to other current assignments; used after planning in several passes.
     */
    AssignmentPlan comparedWith(OrderedTable<PeerId, ? extends SchedulablePeer> before) {
        List<Demand> slotted =
                demands.stream().map(demand -> Slots.given(demand, before)).toList();
        var assigned = new TreeMap<PeerId, Assignment>();
        slotted.forEach(demand -> demand.forEachAssignment(one -> assigned.put(one.peer(), one)));
        var changes = new ArrayList<Move>();
        for (SchedulablePeer worker : before.values()) {
            Assignment now = assigned.get(worker.id());
            if (!Objects.equals(now, worker.assignment())) {
                changes.add(new Move(worker.id(), now));
            }
        }
        return new AssignmentPlan(scheduler, needs, shares, before, slotted, List.copyOf(changes));
    }

    /** The jobs with their planned places, in the order given; a job without changes is the identical object. */
    public List<Demand> demands() {
        return demands;
    }

    /** The peers whose assignment changes. */
    public List<Move> moves() {
        return moves;
    }

    /**
     * The sequence number of the peer of each move in the table that was planned for, or negative. A hint that saves a
     * search; callers must check it.
     */
    public long[] numbers() {
        return numbers.clone();
    }

    /** One reason for each job, then one for each idle peer. */
    public List<Why> why() {
        var reasons = new ArrayList<Why>();
        for (int j = 0; j < shares.length; j++) {
            reasons.add(new Why(demands.get(j).job().id(), shares[j].why()));
        }
        var busy = new TreeSet<PeerId>();
        demands.forEach(demand -> demand.forEachAssignment(assignment -> busy.add(assignment.peer())));
        int idle = workers.size() - busy.size();
        for (SchedulablePeer worker : workers.values()) {
            if (!busy.contains(worker.id())) {
                reasons.add(new Why(worker.id(), whyIdle(worker, idle)));
            }
        }
        return reasons;
    }

    private Finding whyIdle(SchedulablePeer worker, int idle) {
        if (demands.isEmpty()) {
            return new Finding(Rule.NO_LIVE_JOB, 0);
        }
        if (fittingTasks(worker) == 0) {
            return new Finding(Rule.NO_TASK_FITS, 0);
        }
        long held = 0;
        long granted = 0;
        long waiting = 0;
        long smallestNeed = 0;
        for (int j = 0; j < shares.length; j++) {
            held += shares[j].held();
            granted += shares[j].granted();
            if (shares[j].granted() == 0 && needs.get(j).open > 0) {
                waiting++;
                smallestNeed = smallestNeed == 0 ? needs.get(j).least : Math.min(smallestNeed, needs.get(j).least);
            }
        }
        if (held > 0) {
            return new Finding(Rule.HELD_FOR_COPIES, held);
        }
        if (scheduler == JobScheduler.PERCENTAGE) {
            return new Finding(Rule.NOT_RESERVED, granted, workers.size());
        }
        var noRoom = new Finding(Rule.NO_ROOM, room(worker), idle, smallestNeed);
        return noRoom.holds() ? noRoom : new Finding(Rule.WAITING_JOBS_DO_NOT_FIT, room(worker), waiting);
    }

    private long fittingTasks(SchedulablePeer worker) {
        return needs.stream()
                .flatMap(need -> need.demand.job().tasks().stream())
                .filter(task -> worker.tags().satisfy(task.tags()))
                .count();
    }

    /** How many tasks of running jobs have room for the worker; none, if the plan is complete. */
    private long room(SchedulablePeer worker) {
        long room = 0;
        for (int j = 0; j < shares.length; j++) {
            PeerNeed need = needs.get(j);
            boolean grows = shares[j].granted() > 0 && shares[j].granted() < need.most && need.unit == 1;
            for (int t = 0; grows && t < need.high.length; t++) {
                Task task = need.demand.job().tasks().get(t);
                int size = demands.get(j).stages().get(t).places().size();
                room += size < need.high[t] && worker.tags().satisfy(task.tags()) ? 1 : 0;
            }
        }
        return room;
    }
}
