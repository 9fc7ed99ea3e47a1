package io.sardonyx.entry;

import io.sardonyx.json.Field;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Parser of tasks that are being sealed: by task name alone, or under their job where that is ambiguous. */
final class SealingReader {

    private final Map<JobId, Map<TaskName, Field>> sealing = new TreeMap<>();

    SealingReader(Field section, Map<JobId, JobDraft> drafts, Predicate<JobId> isLive) {
        for (Field field : section.fields()) {
            if (field.isObject()) {
                JobDraft draft = drafts.get(field.nameAs(JobId::of));
                if (draft == null) {
                    throw field.wrong("there is no live job " + field.name());
                }
                draft.perTask(field, (task, sealer) -> put(draft, task.name(), sealer));
            } else {
                TaskName task = field.nameAs(TaskName::of);
                List<JobDraft> candidates = drafts.values().stream()
                        .filter(draft -> isLive.test(draft.id()))
                        .toList();
                JobDraft owner = owner(field, task, candidates);
                if (owner != null) {
                    put(owner, owner.task(field, task).name(), field);
                } else if (drafts.values().stream().noneMatch(draft -> draft.has(task))) {
                    throw field.wrong("no job has a task " + task);
                }
            }
        }
    }

    private void put(JobDraft draft, TaskName task, Field sealer) {
        sealing.computeIfAbsent(draft.id(), id -> new TreeMap<>()).put(task, sealer);
    }

    /** The live job that has the task, or the only one whose tasks are not listed. */
    private static @Nullable JobDraft owner(Field field, TaskName task, List<JobDraft> live) {
        List<JobDraft> having = live.stream().filter(draft -> draft.has(task)).toList();
        if (having.size() > 1) {
            throw field.wrong("jobs " + having.get(0).id() + " and "
                    + having.get(1).id() + " both have a task " + task + "; put it under its job");
        }
        List<JobDraft> open = having.isEmpty()
                ? live.stream().filter(draft -> !draft.isListed()).toList()
                : having;
        return open.size() == 1 ? open.get(0) : null;
    }

    /** The field about a task, or null. */
    @Nullable
    Field of(JobId job, TaskName task) {
        Map<TaskName, Field> tasks = sealing.get(job);
        return tasks == null ? null : tasks.get(task);
    }
}
