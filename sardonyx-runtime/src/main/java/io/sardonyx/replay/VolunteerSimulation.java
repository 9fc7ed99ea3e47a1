package io.sardonyx.replay;

import io.sardonyx.assignment.Stage;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Finding;
import io.sardonyx.schedule.Rule;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Simulation of a cluster in which peers that are idle or can be released volunteer, in rounds, until nothing changes.
 *
 * <p>If no peer has work yet, the jobs arrive one by one, as they do in a log; else they are all present from the
 * start.
 */
public final class VolunteerSimulation {

    /** Most rounds, in each of which every peer may volunteer once; far more than needed to settle. */
    private static final int MAX_ROUNDS = 1_000;

    private Replica replica;
    private long position;
    private int moves;
    private boolean settled = true;

    private VolunteerSimulation(Replica replica) {
        this.replica = replica;
    }

    public static VolunteerSimulation of(Replica start) {
        boolean idle = start.peers().present().values().stream().allMatch(peer -> peer.assignment() == null);
        if (!idle) {
            var volunteers = new VolunteerSimulation(start);
            volunteers.settle();
            return volunteers;
        }
        var volunteers = new VolunteerSimulation(start.with(Jobs.EMPTY));
        for (Run run : start.jobs().live().values()) {
            var submission = new SubmitJob(run.job());
            volunteers.replica = submission.apply(volunteers.replica, volunteers.position++);
            volunteers.settle();
        }
        return volunteers;
    }

    public Replica replica() {
        return replica;
    }

    private void settle() {
        settled = false;
        for (int round = 0; round < MAX_ROUNDS && !settled; round++) {
            settled = !playRound();
        }
    }

    /** Lets every idle or released peer volunteer once; returns whether anything changed. */
    private boolean playRound() {
        boolean changed = false;
        var unwanted = new TreeSet<Tags>();
        for (Peer peer : replica.peers().present().values()) {
            if (peer.assignment() == null && !unwanted.contains(peer.tags())) {
                boolean placed = volunteer(peer.id());
                changed |= placed;
                if (placed) {
                    unwanted.clear();
                } else {
                    unwanted.add(peer.tags());
                }
            }
        }
        for (PeerId peer : replica.volunteering().released()) {
            changed |= volunteer(peer);
        }
        return changed;
    }

    private boolean volunteer(PeerId id) {
        Replica before = replica;
        Peer peer = before.peers().present().get(id);
        replica = new VolunteerForTask(id).apply(before, position++);
        boolean happened = replica != before;
        moves += happened && peer != null && peer.assignment() != null ? 1 : 0;
        return happened;
    }

    SchedulingOutcome outcome() {
        return new SchedulingOutcome(replica.jobs().demands(), moves, why(), settled);
    }

    private List<Why> why() {
        var reasons = new ArrayList<Why>();
        int[] shares = replica.volunteering().shares();
        List<Demand> demands = replica.jobs().demands();
        long busy = 0;
        for (int j = 0; j < shares.length; j++) {
            Demand demand = demands.get(j);
            boolean open = demand.size() > 0 || demand.stages().stream().anyMatch(Stage::isOpen);
            reasons.add(new Why(
                    demand.job().id(),
                    open
                            ? new Finding(Rule.VOLUNTEERS_COME, demand.size(), shares[j], 0)
                            : new Finding(Rule.NOTHING_TO_RUN, 0, 0, 0)));
            busy += demand.size();
        }
        for (Peer peer : replica.peers().present().values()) {
            if (peer.assignment() == null) {
                reasons.add(new Why(peer.id(), whyIdle(peer, busy)));
            }
        }
        return reasons;
    }

    private Finding whyIdle(Peer peer, long busy) {
        long peers = replica.peers().present().size();
        if (replica.jobs().live().isEmpty()) {
            return new Finding(Rule.NO_LIVE_JOB, 0, 0, 0);
        }
        if (!settled) {
            return new Finding(Rule.HAS_NOT_VOLUNTEERED, replica.jobs().live().size(), 0, 0);
        }
        if (replica.jobs().demands().stream()
                .flatMap(demand -> demand.job().tasks().stream())
                .map(Task::tags)
                .noneMatch(required -> peer.tags().satisfy(required))) {
            return new Finding(Rule.NO_TASK_FITS, 0, 0, 0);
        }
        return replica.cluster().scheduler() == JobScheduler.PERCENTAGE
                ? new Finding(Rule.NOT_RESERVED, busy, peers, 0)
                : new Finding(Rule.NO_ROOM, 0, peers - busy, 0);
    }
}
