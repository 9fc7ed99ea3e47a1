package io.sardonyx.answer;

import io.sardonyx.assignment.Place;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.admin.ClientViews;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Task;
import io.sardonyx.json.Keywords;
import io.sardonyx.replay.SchedulingOutcome;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.replica.RingNeighbours;
import io.sardonyx.replica.Run;
import io.sardonyx.schedule.Finding;
import io.sardonyx.schedule.Rule;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Id;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains the state of a job, task, peer or group from one replica, by the findings of the schedulers. */
public final class Explainer {

    private final Replica replica;
    private final List<Why> reasons;

    public Explainer(Replica replica) {
        this.replica = replica;
        this.reasons = SchedulingOutcome.now(replica).why();
    }

    public Explanation explain(Subject subject) {
        return switch (subject.kind()) {
            case JOB -> job(subject, JobId.of(subject.name()));
            case TASK -> task(subject);
            case PEER -> peer(subject, PeerId.of(subject.name()));
            case GROUP -> group(subject, GroupId.of(subject.name()));
        };
    }

    /** The scheduler's finding on a job or an idle peer, if any. */
    private @Nullable Finding findingOf(Id<?> id) {
        return reasons.stream()
                .filter(why -> why.subject().equals(id))
                .map(Why::finding)
                .findFirst()
                .orElse(null);
    }

    private Explanation job(Subject subject, JobId id) {
        Run run = replica.jobs().live().get(id);
        if (run == null) {
            return ended(subject, id);
        }
        int size = run.demand().size();
        Finding finding = findingOf(id);
        var because = new ArrayList<String>();
        because.addAll(JobHindrances.of(run));
        because.addAll(CheckpointText.lines(run));
        if (finding != null && !run.health().held()) {
            because.add(finding.sentence());
        }
        if (run.health().held()) {
            return new Explanation(
                    subject,
                    "is held",
                    because,
                    null,
                    other -> other.jobs().live().get(id));
        }
        if (size == 0 && finding != null) {
            because.addAll(shortage(run, finding));
        } else {
            because.add("it holds " + perTask(run));
        }
        return new Explanation(
                subject,
                size == 0 ? "waits" : "runs with " + Phrases.count(size, "peer"),
                because,
                finding,
                other -> places(other, id));
    }

    private Explanation ended(Subject subject, JobId id) {
        String ending = ClientViews.status(replica.jobs(), id)
                .map(JobStatus::outcome)
                .map(OutcomeText::sentence)
                .orElse("unknown");
        return new Explanation(
                subject, ending, List.of(), null, other -> other.jobs().live().has(id));
    }

    /** Why a job waits for peers: what it needs, what was offered, and which jobs hold the others. */
    private List<String> shortage(Run run, Finding finding) {
        var lines = new ArrayList<String>();
        List<Integer> minimums =
                run.job().tasks().stream().map(task -> task.bounds().min()).toList();
        int need = minimums.stream().mapToInt(Integer::intValue).sum();
        int present = replica.peers().present().size();
        lines.add("needs " + need + " = "
                + minimums.stream().map(String::valueOf).collect(Collectors.joining(" + ")) + " ("
                + run.job().tasks().stream().map(task -> task.name().text()).collect(Collectors.joining(", "))
                + "), offered " + (finding.rule() == Rule.BELOW_NEED ? finding.number(1) : present));
        for (Run other : replica.jobs().live().values()) {
            if (other.demand().size() > 0) {
                lines.add(
                        other.demand().size() + " held by job " + other.job().id() + " since entry " + other.version());
            }
        }
        long idle = replica.peers().present().values().stream()
                .filter(peer -> peer.assignment() == null)
                .count();
        lines.add(Phrases.count(present, "peer") + " in the cluster, " + idle + " idle");
        return lines;
    }

    private static String perTask(Run run) {
        var parts = new ArrayList<String>();
        for (int t = 0; t < run.job().tasks().size(); t++) {
            parts.add(run.stage(t).places().size() + " on "
                    + run.job().tasks().get(t).name());
        }
        return String.join(", ", parts);
    }

    /** The assignments of the job, in a form that can be compared between replicas. */
    private static Object places(Replica replica, JobId id) {
        Run run = replica.jobs().live().get(id);
        return run == null
                ? List.of()
                : run.demand().stages().stream().map(stage -> stage.places()).toList();
    }

    private Explanation task(Subject subject) {
        int slash = subject.name().lastIndexOf('/');
        JobId job = JobId.of(subject.name().substring(0, slash));
        TaskName name = TaskName.of(subject.name().substring(slash + 1));
        Run run = Objects.requireNonNull(replica.jobs().live().get(job));
        int index = run.job().indexOf(name);
        Task task = run.job().tasks().get(index);
        List<Place> places = run.stage(index).places();
        var because = new ArrayList<String>();
        because.add("it wants " + task.bounds().min() + " to "
                + (task.bounds().max() == Bounds.UNBOUNDED
                        ? "any number of"
                        : task.bounds().max()) + " peers, tasks of its job are shared "
                + Keywords.of(run.job().scheduler()) + ", and its flux policy is " + Keywords.of(task.flux()));
        if (!task.tags().words().isEmpty()) {
            because.add(
                    "only peers with the tags " + String.join(", ", task.tags().words()) + " may do it");
        }
        places.forEach(place -> because.add("slot " + place.slot() + ": peer " + place.peer()));
        if (places.isEmpty()) {
            because.addAll(job(new Subject(Subject.Kind.JOB, job.text()), job).because());
        }
        return new Explanation(
                subject,
                places.isEmpty() ? "nobody is on it" : Phrases.count(places.size(), "peer"),
                because,
                findingOf(job),
                other -> placesOf(other, job, name));
    }

    private static Object placesOf(Replica replica, JobId job, TaskName task) {
        Run run = replica.jobs().live().get(job);
        int index = run == null ? -1 : run.job().indexOf(task);
        return run == null || index < 0 ? List.of() : run.stage(index).places();
    }

    private Explanation peer(Subject subject, PeerId id) {
        Peer peer = replica.peers().present().get(id);
        if (peer == null) {
            GroupId group =
                    Objects.requireNonNull(replica.peers().orphans().get(id)).group();
            return new Explanation(
                    subject,
                    "waits for its group",
                    List.of("its group " + group + " is no member yet"),
                    null,
                    other -> other.peers().orphans().has(id));
        }
        Assignment work = peer.assignment();
        Finding idle = findingOf(id);
        Finding share = work == null ? null : findingOf(work.job());
        var because = new ArrayList<String>();
        because.add("it belongs to group " + peer.group()
                + (peer.site() == null ? "" : " at " + peer.site())
                + (peer.tags().words().isEmpty()
                        ? ""
                        : ", tagged " + String.join(", ", peer.tags().words())));
        if (work == null && idle != null) {
            because.add(idle.sentence());
        }
        if (work != null && share != null) {
            because.add("job " + work.job() + ": " + share.sentence());
        }
        return new Explanation(
                subject,
                work == null ? "is idle" : "runs " + work.job() + "/" + work.task() + " in slot " + work.slot(),
                because,
                work == null ? idle : share,
                other -> assignment(other, id));
    }

    private static Object assignment(Replica replica, PeerId id) {
        Peer peer = replica.peers().present().get(id);
        return peer == null ? "absent" : Objects.requireNonNullElse(peer.assignment(), "idle");
    }

    private Explanation group(Subject subject, GroupId id) {
        return new Explanation(
                subject, standing(replica.ring(), id), around(id), null, other -> standing(other.ring(), id));
    }

    private static String standing(Ring ring, GroupId id) {
        if (ring.isMember(id)) {
            return "is a member";
        }
        Joining joining = ring.joining().get(id);
        if (joining != null) {
            return "is joining, " + Keywords.of(joining.phase()) + " by " + joining.observer();
        }
        return ring.hasLeft(id) ? "has left, or was reported dead" : "is outside and will try again";
    }

    private List<String> around(GroupId id) {
        var lines = new ArrayList<String>();
        RingNeighbours member = replica.ring().members().get(id);
        if (member != null) {
            lines.add(
                    member.next() == null
                            ? "it is alone"
                            : "it watches " + member.next() + " and is watched by " + member.previous());
            lines.add("it has " + Phrases.count(replica.peers().of(id).size(), "peer") + ": "
                    + Phrases.some(replica.peers().of(id).stream().map(Peer::id).toList(), " "));
            replica.ring().joinersOf(id).forEach(joiner -> lines.add("it lets " + joiner + " in"));
        }
        return lines;
    }
}
