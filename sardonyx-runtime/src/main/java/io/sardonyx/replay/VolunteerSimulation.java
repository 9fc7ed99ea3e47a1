package io.sardonyx.replay;

import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Task;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.replica.Volunteers;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Finding;
import io.sardonyx.schedule.Rule;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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

    /** The cluster as it is, before anybody else volunteers. */
    static VolunteerSimulation now(Replica replica) {
        var volunteers = new VolunteerSimulation(replica);
        volunteers.settled = Volunteers.of(replica).elected().isEmpty();
        return volunteers;
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

    /** Lets every elected peer volunteer once; returns whether anything changed. */
    private boolean playRound() {
        boolean changed = false;
        for (PeerId peer : Volunteers.of(replica).elected()) {
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
            reasons.add(new Why(demand.job().id(), whyShare(demand, shares, j)));
            busy += demand.size();
        }
        for (Peer peer : replica.peers().present().values()) {
            if (peer.assignment() == null) {
                reasons.add(new Why(peer.id(), whyIdle(peer, busy)));
            }
        }
        return reasons;
    }

    /** Why a job has its share; one without a share may lack peers that the jobs before it take. */
    private Finding whyShare(Demand demand, int[] shares, int j) {
        boolean open = demand.size() > 0 || demand.stages().stream().anyMatch(Stage::isOpen);
        if (!open) {
            return new Finding(Rule.NOTHING_TO_RUN, 0, 0, 0);
        }
        int need = 0;
        for (int t = 0; t < demand.stages().size(); t++) {
            boolean unfinished = demand.stages().get(t).progress() != Progress.COMPLETE;
            need += unfinished ? demand.job().tasks().get(t).bounds().min() : 0;
        }
        int left = replica.peers().present().size() - IntStream.of(shares).sum();
        var tooFew = new Finding(Rule.BELOW_NEED, demand.job().wholeOnly() ? need : 1, left, 0);
        return shares[j] == 0 && demand.size() == 0 && tooFew.holds()
                ? tooFew
                : new Finding(Rule.VOLUNTEERS_COME, demand.size(), shares[j], 0);
    }

    private Finding whyIdle(Peer peer, long busy) {
        long peers = replica.peers().present().size();
        if (replica.jobs().live().isEmpty()) {
            return new Finding(Rule.NO_LIVE_JOB, 0, 0, 0);
        }
        if (!settled && Volunteers.of(replica).targetOf(peer) != null) {
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
