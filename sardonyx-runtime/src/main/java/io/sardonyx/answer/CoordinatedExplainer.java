package io.sardonyx.answer;

import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.client.admin.CoordinatorSnapshot.Since;
import io.sardonyx.coordinator.JobProgress;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains the state of a live job, task or peer where a coordinator decides, from its roster. */
public final class CoordinatedExplainer {

    private final Replica replica;
    private final CoordinatorSnapshot now;
    private final Roster roster;

    public CoordinatedExplainer(Replica replica, CoordinatorSnapshot now) {
        this.replica = replica;
        this.now = now;
        this.roster = now.roster();
    }

    /** The explanation, or null where the coordinator has no part in it: groups, and jobs that have ended. */
    public @Nullable Explanation explain(Subject subject) {
        JobId job = subject.job();
        Run run = job == null ? null : replica.jobs().live().get(job);
        return switch (subject.kind()) {
            case JOB -> run == null ? null : job(subject, run);
            case TASK ->
                run == null
                        ? null
                        : task(
                                subject,
                                run,
                                TaskName.of(
                                        subject.name().substring(subject.name().lastIndexOf('/') + 1)));
            case PEER -> peer(subject, PeerId.of(subject.name()));
            case GROUP -> null;
        };
    }

    private static Explanation explained(Subject subject, String state, List<String> because) {
        // What changes a subject here is in the coordinator's log; no entry of the cluster's is its cause.
        return new Explanation(subject, state, because, null, other -> 0);
    }

    private Explanation job(Subject subject, Run run) {
        JobId id = run.job().id();
        int peers = now.peersOf(id);
        var because = new ArrayList<>(JobHindrances.of(run));
        JobProgress progress = roster.jobs().get(id);
        if (progress == null) {
            because.add(
                    roster.finished().has(id)
                            ? "all its tasks are complete; the leader has yet to tell the cluster"
                            : "the coordinator has not planned it yet");
        } else {
            var parts = new ArrayList<String>();
            progress.tasks().values().forEach(task -> parts.add(perTask(task)));
            because.add("it holds " + String.join(", ", parts));
            if (peers == 0) {
                because.addAll(withoutPeers(progress));
            }
        }
        because.addAll(CoordinatorFindings.withoutLeader(now.running()));
        return explained(subject, peers == 0 ? "waits" : "runs with " + Phrases.count(peers, "peer"), because);
    }

    private static String perTask(TaskProgress task) {
        return (task.complete()
                        ? "none (complete)"
                        : String.valueOf(task.slots().size())) + " on "
                + task.planned().name();
    }

    /** Why nobody is offered a task of a job. */
    private List<String> withoutPeers(JobProgress job) {
        var lines = new ArrayList<String>();
        long living = roster.peers().values().stream()
                .filter(peer -> peer.state().isLiving())
                .count();
        long idle = roster.idle().size();
        if (living == 0) {
            lines.add("no peer has registered with the coordinator; start some with"
                    + " sardonyx peers start --allocation coordinated");
        } else if (idle == 0) {
            lines.add("all " + Phrases.count(living, "peer") + " are at other tasks; the next one that is idle is"
                    + " offered to jobs in turn");
        } else if (roster.idle().stream().allMatch(peer -> job.unfit().has(peer))) {
            lines.add("all " + Phrases.count(idle, "idle peer") + " are unfit for it");
        }
        return lines;
    }

    private Explanation task(Subject subject, Run run, TaskName name) {
        JobId id = run.job().id();
        JobProgress job = roster.jobs().get(id);
        TaskProgress task = roster.task(id, name);
        if (job == null || task == null) {
            Explanation whole = job(subject, run);
            return explained(subject, "nobody is on it", whole.because());
        }
        var because = new ArrayList<String>();
        because.add(
                task.planned().consumption() == Plan.Consumption.SEQUENTIAL
                        ? "it is sequential: at most one peer is at it"
                        : "any number of peers may be at it");
        now.slots(id, name).forEach((slot, peer) -> {
            RosterPeer known = roster.peers().get(peer);
            because.add("slot " + slot + ": peer " + peer + " " + (known == null ? "" : RosterDifferences.state(known))
                    + since(peer));
        });
        if (task.complete()) {
            return explained(subject, "is complete", because);
        }
        if (task.slots().isEmpty()) {
            because.addAll(withoutPeers(job));
            because.addAll(CoordinatorFindings.withoutLeader(now.running()));
        }
        if (task.attempt() > 0) {
            because.add("it was begun " + Phrases.count(task.attempt(), "time") + " before by a peer that was lost");
        }
        int peers = task.slots().size();
        return explained(subject, peers == 0 ? "nobody is on it" : Phrases.count(peers, "peer"), because);
    }

    private @Nullable Explanation peer(Subject subject, PeerId id) {
        RosterPeer peer = roster.peers().get(id);
        Peer present = replica.peers().present().get(id);
        if (present == null) {
            return null;
        }
        var because = new ArrayList<String>();
        because.add("it belongs to group " + present.group() + (present.site() == null ? "" : " at " + present.site()));
        if (peer == null) {
            because.add("it has not registered with the coordinator yet");
            because.addAll(CoordinatorFindings.withoutLeader(now.running()));
            return explained(subject, "is no peer of the coordinator yet", because);
        }
        because.addAll(reasons(id, peer));
        return explained(subject, RosterDifferences.state(peer) + since(id), because);
    }

    private List<String> reasons(PeerId id, RosterPeer peer) {
        var lines = new ArrayList<String>();
        Post post = peer.post();
        switch (peer.state()) {
            case IDLE -> {
                lines.addAll(CoordinatorFindings.withoutLeader(now.running()));
                lines.add(idle(id));
            }
            case ACKING ->
                lines.add("it accepts the offer once it has read and checked the job; the leader revokes"
                        + " the offer if that takes too long");
            case WAITING -> {
                if (post != null) {
                    lines.add("others are still at " + post.job() + "/" + post.task() + ": "
                            + now.roster().headcount(post) + "; when the last one has drained it, it is idle again");
                }
            }
            case SEALING -> lines.add("it was the last to drain its task and passes the end on to the next one");
            case REVOKED ->
                lines.add("it did not accept its offer in time; it stops, and its process brings another"
                        + " peer in its place");
            case DEAD -> lines.add("its process is gone or was told to stop it; another peer comes in its place");
            default -> {}
        }
        return lines;
    }

    private String idle(PeerId id) {
        if (roster.jobs().isEmpty()) {
            return "there is no job with a task to offer";
        }
        var unfit = new ArrayList<JobId>();
        roster.jobs().forEach((job, progress) -> {
            if (progress.unfit().has(id)) {
                unfit.add(job);
            }
        });
        return unfit.isEmpty()
                ? "no task has room for another peer: those that are open are sequential and have theirs, or it has"
                        + " drained them"
                : "it is unfit for " + Phrases.some(unfit, ", ") + ", and no other task has room for it";
    }

    private String since(PeerId id) {
        Since since = now.since().get(id);
        return since == null ? "" : ", since event " + since.position() + " (" + since.fn() + ")";
    }
}
