package io.sardonyx.entry;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.Field;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parser of the jobs in a replica's view, whose properties are spread over many keys. */
final class JobsReader {

    /** Keys with fields by job, in the order in which jobs that are not listed are added. */
    private static final List<String> BY_JOB = List.of(
            ("tasks allocations completions input-tasks output-tasks task-schedulers percentages task-percentages"
                            + " saturation task-saturation min-required-peers flux-policies required-tags task-slot-ids"
                            + " exhausted-inputs sealed-outputs allocation-version state-logs deliveries job-hashes"
                            + " skipped unfit deaths progressed keep-checkpoints checkpoints")
                    .split(" "));

    private final Field root;
    private final Allocation allocation;
    private final Map<JobId, JobDraft> drafts = new LinkedHashMap<>();
    private final OrderedSet<JobId> killed;
    private final OrderedSet<JobId> completed;
    private final OrderedSet<JobId> retired;
    private final Map<PeerId, Assignment> assignments = new TreeMap<>();
    private Jobs jobs = Jobs.EMPTY;

    JobsReader(Field root, Allocation allocation) {
        this.root = root;
        this.allocation = allocation;
        killed = OrderedSet.of(root.at("killed-jobs").all(JobId::of));
        completed = OrderedSet.of(root.at("completed-jobs").all(JobId::of));
        retired = OrderedSet.of(root.at("retired-jobs").all(JobId::of));
        checkStates();
        root.at("jobs").all(JobId::of).forEach(this::draft);
        killed.forEach(this::draft);
        completed.forEach(this::draft);
        for (String key : BY_JOB) {
            root.at(key).fields().forEach(field -> draft(field.nameAs(JobId::of)));
        }
        List<JobId> whole = root.at("whole-only").all(JobId::of);
        whole.forEach(this::draft);
        drafts.values().forEach(draft -> describe(draft, whole.contains(draft.id())));
        var sealing = new SealingReader(root.at("sealing-task"), drafts, this::isLive);
        build(sealing);
    }

    private void checkStates() {
        for (Field job : root.at("completed-jobs").items()) {
            if (killed.has(job.as(JobId::of))) {
                throw job.wrong("job " + job.text() + " is in killed-jobs too");
            }
        }
        for (String key : List.of("jobs", "killed-jobs", "completed-jobs")) {
            for (Field job : root.at(key).items()) {
                if (retired.has(job.as(JobId::of))) {
                    throw job.wrong("job " + job.text() + " is in retired-jobs too");
                }
            }
        }
        for (Field job : root.at("endings").fields()) {
            JobId id = job.nameAs(JobId::of);
            if (!killed.has(id) && !completed.has(id)) {
                throw job.wrong("job " + id + " is neither in killed-jobs nor in completed-jobs");
            }
        }
    }

    private void draft(JobId id) {
        if (!retired.has(id)) {
            drafts.computeIfAbsent(id, JobDraft::new);
        }
    }

    private boolean isLive(JobId id) {
        return !killed.has(id) && !completed.has(id);
    }

    private Field of(String key, JobDraft draft) {
        return root.at(key).at(draft.id().text());
    }

    private void describe(JobDraft draft, boolean whole) {
        draft.list(of("tasks", draft));
        for (String key : List.of("allocations", "task-slot-ids", "state-logs")) {
            draft.perTask(of(key, draft), (task, field) -> {});
        }
        draft.tasks(of("completions", draft));
        draft.tasks(of("input-tasks", draft)).forEach(TaskDraft::markInput);
        draft.tasks(of("exhausted-inputs", draft));
        draft.properties(key -> of(key, draft));
        draft.tasks(of("output-tasks", draft)).forEach(TaskDraft::markOutput);
        draft.tasks(of("sealed-outputs", draft));
        draft.scheduler(of("task-schedulers", draft));
        draft.percentageOf(of("percentages", draft));
        draft.saturation(of("saturation", draft));
        draft.delivery(of("deliveries", draft));
        draft.wholeOnly(whole);
        draft.contentHash(of("job-hashes", draft));
        draft.keep(of("keep-checkpoints", draft));
    }

    private void build(SealingReader sealing) {
        OrderedTable<JobId, Run> live = OrderedTable.empty();
        OrderedTable<JobId, Ending> stopped = OrderedTable.empty();
        OrderedTable<JobId, Ending> done = OrderedTable.empty();
        for (JobId id : killed) {
            stopped = stopped.with(id, ending(id));
        }
        for (JobId id : completed) {
            done = done.with(id, ending(id));
        }
        for (JobDraft draft : drafts.values()) {
            if (isLive(draft.id())) {
                var reader = new RunReader(root, job(draft), sealing, assignments);
                if (reader.isComplete()) {
                    done = done.with(draft.id(), ending(draft.id()));
                } else {
                    live = live.with(draft.id(), reader.run());
                }
            }
        }
        jobs = new Jobs(live, stopped, done, retired);
    }

    private Outline job(JobDraft draft) {
        return draft.job(root).decidedFor(allocation);
    }

    private Ending ending(JobId id) {
        JobDraft draft = drafts.computeIfAbsent(id, JobDraft::new);
        Field ending = root.at("endings").at(id.text());
        Field position = ending.at("position");
        return new Ending(
                job(draft),
                OrderedSet.of(of("completions", draft).all(TaskName::of)),
                position.isAbsent() ? ReplicaView.NO_POSITION : position.position(),
                CommandArguments.cause(ending),
                CommandArguments.counts(ending.at("skipped")),
                CheckpointsCodec.read(ending.at("checkpoints")),
                !ending.at("stopped").isAbsent() && ending.at("stopped").flag());
    }

    Jobs jobs() {
        return jobs;
    }

    Map<PeerId, Assignment> assignments() {
        return Collections.unmodifiableMap(assignments);
    }

    /** All peers that allocations name, those of ended jobs included, in order of appearance. */
    Map<PeerId, Field> peers() {
        var peers = new LinkedHashMap<PeerId, Field>();
        for (Field job : root.at("allocations").fields()) {
            for (Field task : job.fields()) {
                task.items().forEach(item -> peers.putIfAbsent(item.as(PeerId::of), item));
            }
        }
        return peers;
    }
}
