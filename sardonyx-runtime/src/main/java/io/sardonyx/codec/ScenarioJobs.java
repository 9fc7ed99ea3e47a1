package io.sardonyx.codec;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.job.Task;
import io.sardonyx.job.Workflow;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The jobs of a scenario, checked for what no cluster could ever run. */
final class ScenarioJobs {

    private static final List<String> KEYS =
            List.of("id", "taskScheduler", "percentage", "saturation", "tasks", "workflow", "delivery", "wholeOnly");
    private static final List<String> TASK_KEYS = List.of("name", "min", "max", "percentage", "tags", "flux");

    private final Field root;
    private final Allocation allocation;
    private final List<String> warnings;
    private final Map<JobId, Job> jobs = new LinkedHashMap<>();

    ScenarioJobs(Field root, Allocation allocation, List<String> warnings) {
        this.root = root;
        this.allocation = allocation;
        this.warnings = warnings;
        List<Field> described = root.at("jobs").items();
        for (Field field : described) {
            Job job = read(field, described.size() == 1);
            if (jobs.put(job.id(), job) != null) {
                throw field.wrong("there are two jobs " + job.id());
            }
        }
        checkNames(root.at("workflow"), names());
        for (Field field : root.at("saturation").fields()) {
            if (!jobs.containsKey(field.nameAs(JobId::of))) {
                throw field.wrong("there is no job " + field.name());
            }
        }
    }

    Map<JobId, Job> jobs() {
        return jobs;
    }

    private List<String> names() {
        return jobs.values().stream()
                .flatMap(job -> JobCodec.names(job).stream())
                .toList();
    }

    private Job read(Field field, boolean alone) {
        boolean bare = field.isText();
        var draft = new JobDraft((bare ? field : field.at("id")).as(JobId::of));
        draft.saturation(root.at("saturation").at(draft.id().text()));
        if (!bare) {
            if (!field.at("saturation").isAbsent()) {
                draft.saturation(field.at("saturation"));
            }
            ScenarioReader.warnOfUnknown(field, KEYS, warnings);
            draft.scheduler(field.at("taskScheduler"));
            draft.percentageOf(field.at("percentage"));
            draft.delivery(field.at("delivery"));
            draft.wholeOnly(
                    !field.at("wholeOnly").isAbsent() && field.at("wholeOnly").flag());
            field.at("tasks").items().forEach(task -> readTask(draft, task));
        }
        Field workflow = bare || field.at("workflow").isAbsent() ? root.at("workflow") : field.at("workflow");
        boolean ownWorkflow = !bare && !field.at("workflow").isAbsent();
        completeTasks(draft, field, ownWorkflow || alone ? order(workflow) : List.of());
        Job job = draft.job(field).decidedFor(allocation);
        if (ownWorkflow) {
            checkNames(workflow, JobCodec.names(job));
        }
        checkCoverable(field, job);
        return job;
    }

    private void readTask(JobDraft draft, Field field) {
        if (field.isText()) {
            draft.add(field, field.as(TaskName::of));
            return;
        }
        ScenarioReader.warnOfUnknown(field, TASK_KEYS, warnings);
        TaskDraft task = draft.add(field, field.at("name").as(TaskName::of));
        task.min(field.at("min"));
        task.max(field.at("max"));
        task.percentage(field.at("percentage"));
        task.tags(field.at("tags"));
        task.flux(field.at("flux"));
    }

    /** Tasks that are not listed are those of the workflow, else those that run, else one of the job's own name. */
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

    private static List<TaskName> order(Field workflow) {
        Workflow graph = read(workflow);
        List<TaskName> cycle = graph.cycle();
        if (!cycle.isEmpty()) {
            String path = cycle.stream().map(TaskName::text).collect(Collectors.joining(" -> "));
            throw workflow.wrong("has a cycle: " + path + " -> " + cycle.get(0) + "; take one of its edges out");
        }
        return graph.topological();
    }

    private static Workflow read(Field workflow) {
        var edges = new ArrayList<Workflow.Edge>();
        for (Field edge : workflow.items()) {
            List<Field> ends = edge.items();
            if (ends.size() != 2) {
                throw edge.wrong("an edge names two tasks, this one " + ends.size());
            }
            edges.add(
                    new Workflow.Edge(ends.get(0).as(TaskName::of), ends.get(1).as(TaskName::of)));
        }
        return new Workflow(edges);
    }

    private static void checkNames(Field workflow, List<String> known) {
        order(workflow);
        for (Field edge : workflow.items()) {
            for (Field end : edge.items()) {
                if (!known.contains(end.text())) {
                    throw end.wrong("there is no task " + end.text() + Spelling.didYouMean(end.text(), known));
                }
            }
        }
    }

    private static void checkCoverable(Field where, Job job) {
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
