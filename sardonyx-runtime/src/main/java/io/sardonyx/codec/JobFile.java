package io.sardonyx.codec;

import io.sardonyx.job.Outline;
import io.sardonyx.job.Task;
import io.sardonyx.job.Workflow;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Spelling;
import io.sardonyx.value.TaskName;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A job as somebody writes it down in a file of its own.
 *
 * <p>{@code {"id": "words", "workflow": [["read", "split"], ["split", "count"]], "tasks": [{"name": "count", "min":
 * 2}]}}: tasks that only the workflow names have no properties; those that nobody feeds are inputs, those that feed
 * nobody outputs. An unknown key is refused, for it would silently be a default.
 */
public final class JobFile {

    static final List<String> KEYS =
            List.of("id", "taskScheduler", "percentage", "saturation", "tasks", "workflow", "delivery", "wholeOnly");
    static final List<String> TASK_KEYS = List.of("name", "min", "max", "percentage", "tags", "flux");

    private JobFile() {}

    /** The job in a document, with the hash of the document as its content's. */
    public static Outline read(Field root) {
        checkKeys(root, KEYS);
        var draft = new JobDraft(root.at("id").as(JobId::of));
        draft.saturation(root.at("saturation"));
        readProperties(draft, root);
        Field workflow = root.at("workflow");
        readTasks(draft, root.at("tasks"), workflow);
        if (draft.isEmpty()) {
            throw root.wrong("a job has tasks; name them in \"workflow\", as [[\"read\", \"write\"]], or in \"tasks\"");
        }
        Outline named = draft.job(root);
        markEnds(draft, workflow, named);
        draft.contentHash(ReplicaHash.of(CanonicalJson.of(root.node())));
        Outline job = draft.job(root);
        checkCoverable(root, job);
        return job;
    }

    private static void checkKeys(Field object, List<String> known) {
        for (Field field : object.fields()) {
            if (!known.contains(field.name())) {
                throw field.wrong("is not known here" + Spelling.didYouMean(field.name(), known));
            }
        }
    }

    /** In topological order, whatever the order in which they are described. */
    private static void readTasks(JobDraft draft, Field tasks, Field workflow) {
        var described = new LinkedHashMap<TaskName, Field>();
        for (Field task : tasks.items()) {
            if (task.isObject()) {
                checkKeys(task, TASK_KEYS);
            }
            TaskName name = (task.isObject() ? task.at("name") : task).as(TaskName::of);
            if (described.put(name, task) != null) {
                throw task.wrong("job " + draft.id() + " has two tasks " + name);
            }
        }
        List<TaskName> ordered = WorkflowReader.order(workflow);
        for (TaskName name : ordered) {
            Field task = described.remove(name);
            if (task == null) {
                draft.add(workflow, name);
            } else {
                readTask(draft, task);
            }
        }
        described.forEach((name, task) -> {
            if (!ordered.isEmpty()) {
                List<String> known = ordered.stream().map(TaskName::text).toList();
                throw task.wrong("task " + name + " is not in the workflow" + Spelling.didYouMean(name.text(), known));
            }
            readTask(draft, task);
        });
    }

    private static void markEnds(JobDraft draft, Field workflow, Outline named) {
        Workflow graph = WorkflowReader.read(workflow);
        for (Task task : named.tasks()) {
            TaskName name = task.name();
            if (graph.edges().stream().noneMatch(edge -> edge.to().equals(name))) {
                draft.task(workflow, name).markInput();
            }
            if (graph.edges().stream().noneMatch(edge -> edge.from().equals(name))) {
                draft.task(workflow, name).markOutput();
            }
        }
    }

    static void readProperties(JobDraft draft, Field job) {
        draft.scheduler(job.at("taskScheduler"));
        draft.percentageOf(job.at("percentage"));
        draft.delivery(job.at("delivery"));
        draft.wholeOnly(!job.at("wholeOnly").isAbsent() && job.at("wholeOnly").flag());
    }

    /** A task is its name, or an object with the name and more. */
    static void readTask(JobDraft draft, Field field) {
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

    static void checkCoverable(Field where, Outline job) {
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
