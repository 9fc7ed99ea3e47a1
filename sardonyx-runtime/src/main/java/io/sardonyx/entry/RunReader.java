package io.sardonyx.entry;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.Field;
import io.sardonyx.replica.Health;
import io.sardonyx.replica.Journal;
import io.sardonyx.replica.Run;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parser of a live job's assignments and progress. */
final class RunReader {

    private final Field root;
    private final Outline job;
    private final SealingReader sealing;
    private final Map<PeerId, Assignment> assignments;
    private final OrderedSet<TaskName> completed;

    RunReader(Field root, Outline job, SealingReader sealing, Map<PeerId, Assignment> assignments) {
        this.root = root;
        this.job = job;
        this.sealing = sealing;
        this.assignments = assignments;
        completed = tasks("completions");
    }

    private Field of(String key) {
        return root.at(key).at(job.id().text());
    }

    private OrderedSet<TaskName> tasks(String key) {
        return OrderedSet.of(of(key).all(TaskName::of));
    }

    boolean isComplete() {
        return !job.tasks().isEmpty() && completed.size() == job.tasks().size();
    }

    Run run() {
        var stages = new ArrayList<Stage>(job.tasks().size());
        job.tasks().forEach(task -> stages.add(stage(task.name())));
        Field version = of("allocation-version");
        return new Run(
                new Demand(job, List.copyOf(stages)),
                version.isAbsent() ? Run.NEVER_PLACED : version.position(),
                completed,
                tasks("exhausted-inputs"),
                tasks("sealed-outputs"),
                journals(),
                CommandArguments.counts(of("skipped")),
                health(),
                CheckpointsCodec.read(of("checkpoints")));
    }

    private Health health() {
        var unfit = new TreeMap<GroupId, String>();
        of("unfit").fields().forEach(reason -> unfit.put(reason.nameAs(GroupId::of), reason.text()));
        Field deaths = of("deaths");
        return new Health(
                unfit.isEmpty() ? SortedTable.empty() : SortedTable.of(unfit),
                deaths.isAbsent() ? 0 : deaths.count(0),
                OrderedSet.of(of("progressed").all(PeerId::of)),
                root.at("held-jobs").all(JobId::of).contains(job.id()));
    }

    private Stage stage(TaskName task) {
        Field peers = of("allocations").at(task.text());
        List<Place> places = PlacesReader.read(
                peers,
                of("task-slot-ids").at(task.text()),
                peer -> CommandArguments.site(root.at("peer-sites").at(peer.text())));
        if (completed.has(task) && !places.isEmpty()) {
            throw peers.wrong("task " + task + " is complete, so it holds nobody");
        }
        for (Place place : places) {
            var assignment = new Assignment(place.peer(), job.id(), task, place.slot());
            Assignment other = assignments.put(place.peer(), assignment);
            if (other != null) {
                throw peers.wrong(
                        "peer " + place.peer() + " already has a place in " + other.job() + "/" + other.task());
            }
        }
        if (completed.has(task)) {
            return Stage.COMPLETE;
        }
        Stage stage = places.isEmpty() ? Stage.EMPTY : new Stage(places, Progress.OPEN, null);
        Field sealer = sealing.of(job.id(), task);
        return sealer == null ? stage : sealing(stage, sealer);
    }

    private static Stage sealing(Stage stage, Field sealer) {
        if (sealer.isAbsent()) {
            return stage;
        }
        if (!sealer.isText()) {
            return sealer.flag() ? stage.sealing(null) : stage;
        }
        PeerId peer = sealer.as(PeerId::of);
        if (!stage.holds(peer)) {
            throw sealer.wrong("peer " + peer + " cannot seal a task that it is not on");
        }
        return stage.sealing(peer);
    }

    private SortedTable<Journal, List<String>> journals() {
        var journals = new TreeMap<Journal, List<String>>();
        for (Field task : of("state-logs").fields()) {
            for (Field slot : task.fields()) {
                var journal = new Journal(task.nameAs(TaskName::of), slot.made(Integer::parseUnsignedInt, slot.name()));
                journals.put(
                        journal,
                        slot.items().stream().map(Field::numeral).distinct().toList());
            }
        }
        return journals.isEmpty() ? SortedTable.empty() : SortedTable.of(journals);
    }
}
