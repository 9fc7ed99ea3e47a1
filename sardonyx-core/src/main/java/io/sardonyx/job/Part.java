package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of a job, as the way to it from outside: keys, indices as {@code [0]}, and tasks by their names. So a fault
 * says what it is about without knowing where its author wrote that down, and whoever has the file can look it up.
 */
public record Part(List<String> steps) {

    /** The job itself. */
    public static final Part JOB = new Part(List.of());

    private static final String CATALOG = "catalog";
    private static final String TASK = "task ";

    public Part {
        steps = List.copyOf(steps);
    }

    /** What stands under a key of the job. */
    public static Part of(String key) {
        return JOB.at(key);
    }

    /** What the catalog says of a task. */
    public static Part task(TaskName task) {
        return of(CATALOG).naming(task);
    }

    /** What stands under a key of this part. */
    public Part at(String key) {
        var longer = new ArrayList<>(steps);
        longer.add(key);
        return new Part(longer);
    }

    /** An item of this list. */
    public Part item(int index) {
        return at("[" + index + "]");
    }

    /** Where this part names, or describes, a task for the first time. */
    public Part naming(TaskName task) {
        return at(TASK + task);
    }

    /** The task that a step names; none when it is a key or an index. */
    public static Optional<String> named(String step) {
        return step.startsWith(TASK) ? Optional.of(step.substring(TASK.length())) : Optional.empty();
    }

    /** For people, to whom a task is more than an item of the catalog. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            String step = steps.get(i);
            boolean described =
                    i == 1 && steps.get(0).equals(CATALOG) && named(step).isPresent();
            if (described) {
                text.replace(0, text.length(), step);
            } else if (step.startsWith("[")) {
                text.append(step);
            } else if (named(step).isEmpty()) {
                text.append(i == 0 ? "" : i == 2 && text.indexOf(TASK) == 0 ? ", " : ".")
                        .append(step);
            }
        }
        return text.isEmpty() ? "job" : text.toString();
    }
}
