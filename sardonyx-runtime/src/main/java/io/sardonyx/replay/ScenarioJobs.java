package io.sardonyx.replay;

import io.sardonyx.entry.JobDraft;
import io.sardonyx.entry.OutlineCodec;
import io.sardonyx.entry.TaskDraft;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.jobfile.WorkflowReader;
import io.sardonyx.json.Field;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parser of a scenario's jobs, which rejects those that no cluster could ever run. */
final class ScenarioJobs {

    private static final List<String> KEYS =
            List.of("id", "taskScheduler", "percentage", "saturation", "tasks", "workflow", "delivery", "wholeOnly");
    private static final List<String> TASK_KEYS = List.of("name", "min", "max", "percentage", "tags", "flux");

    private final Field root;
    private final Allocation allocation;
    private final List<String> warnings;
    private final Map<JobId, Outline> jobs = new LinkedHashMap<>();

    ScenarioJobs(Field root, Allocation allocation, List<String> warnings) {
        this.root = root;
        this.allocation = allocation;
        this.warnings = warnings;
        List<Field> described = root.at("jobs").items();
        for (Field field : described) {
            Outline job = read(field, described.size() == 1);
            if (jobs.put(job.id(), job) != null) {
                throw field.wrong("there are two jobs " + job.id());
            }
        }
        WorkflowReader.checkNames(root.at("workflow"), names());
        for (Field field : root.at("saturation").fields()) {
            if (!jobs.containsKey(field.nameAs(JobId::of))) {
                throw field.wrong("there is no job " + field.name());
            }
        }
    }

    Map<JobId, Outline> jobs() {
        return jobs;
    }

    private List<String> names() {
        return jobs.values().stream()
                .flatMap(job -> OutlineCodec.names(job).stream())
                .toList();
    }

    private Outline read(Field field, boolean alone) {
        boolean bare = field.isText();
        var draft = new JobDraft((bare ? field : field.at("id")).as(JobId::of));
        draft.saturation(root.at("saturation").at(draft.id().text()));
        if (!bare) {
            if (!field.at("saturation").isAbsent()) {
                draft.saturation(field.at("saturation"));
            }
            ScenarioReader.warnOfUnknown(field, KEYS, warnings);
            readProperties(draft, field);
            field.at("tasks").items().forEach(task -> {
                if (task.isObject()) {
                    ScenarioReader.warnOfUnknown(task, TASK_KEYS, warnings);
                }
                readTask(draft, task);
            });
        }
        Field workflow = bare || field.at("workflow").isAbsent() ? root.at("workflow") : field.at("workflow");
        boolean ownWorkflow = !bare && !field.at("workflow").isAbsent();
        completeTasks(draft, field, ownWorkflow || alone ? WorkflowReader.order(workflow) : List.of());
        Outline job = draft.job(field).decidedFor(allocation);
        if (ownWorkflow) {
            WorkflowReader.checkNames(workflow, OutlineCodec.names(job));
        }
        checkCoverable(field, job);
        return job;
    }

    /**
     * Adds tasks to a job that lists none: those of the workflow, else those with allocations, else one of the job's
     * name.
     */
    private void completeTasks(JobDraft draft, Field where, List<TaskName> ordered) {
        if (draft.isEmpty()) {
            ordered.forEach(task -> draft.add(where, task));
        }
        if (draft.isEmpty()) {
            root.at("allocations")
                    .at(draft.id().text())
                    .fields()
                    .forEach(task -> draft.add(task, task.nameAs(TaskName::of)));
        }
        if (draft.isEmpty()) {
            draft.add(where, TaskName.of(draft.id().text()));
        }
    }

    private static void readProperties(JobDraft draft, Field job) {
        draft.scheduler(job.at("taskScheduler"));
        draft.percentageOf(job.at("percentage"));
        draft.delivery(job.at("delivery"));
        draft.wholeOnly(!job.at("wholeOnly").isAbsent() && job.at("wholeOnly").flag());
    }

    /** A task: its name, or an object with the name and properties. */
    private static void readTask(JobDraft draft, Field field) {
        if (field.isText()) {
            draft.add(field, field.as(TaskName::of));
            return;
        }
        TaskDraft task = draft.add(field, field.at("name").as(TaskName::of));
        task.min(field.at("min"));
        task.max(field.at("max"));
        task.percentage(field.at("percentage"));
        task.tags(field.at("tags"));
        task.flux(field.at("flux"));
    }

    private static void checkCoverable(Field where, Outline job) {
        long need = job.tasks().stream()
                .map(Task::bounds)
                .mapToLong(bounds -> bounds.min())
                .sum();
        if (job.wholeOnly() && job.saturation() < need) {
            throw where.wrong("job " + job.id() + " can never be covered: its tasks need " + need
                    + " peers, but its saturation is " + job.saturation());
        }
    }
}
