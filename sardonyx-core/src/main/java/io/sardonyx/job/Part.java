package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a job, as the way to it from outside. So a fault says what it is about without knowing where its author
 * wrote that down, and a reader of the file can look it up.
 */
public record Part(List<Step> steps) {

    /** From a part to one inside it. */
    public sealed interface Step {}

    /** To what stands under a key. */
    public record Key(String name) implements Step {}

    /** To an item of a list. */
    public record Item(int index) implements Step {}

    /** To where a list first names a task, or describes it. */
    public record Naming(TaskName task) implements Step {}

    /** The job itself. */
    public static final Part JOB = new Part(List.of());

    private static final Step CATALOG = new Key("catalog");

    public Part {
        steps = List.copyOf(steps);
    }

    /** What stands under a key of the job. */
    public static Part of(String key) {
        return JOB.at(key);
    }

    /** What the catalog says of a task. */
    public static Part task(TaskName task) {
        return JOB.to(CATALOG).naming(task);
    }

    /** What stands under a key of this part. */
    public Part at(String key) {
        return to(new Key(key));
    }

    /** An item of this list. */
    public Part item(int index) {
        return to(new Item(index));
    }

    /** Where this list first names a task, or describes it. */
    public Part naming(TaskName task) {
        return to(new Naming(task));
    }

    /** The task that it belongs to, or else what stands under the same key of the job. */
    public Part whole() {
        int length = steps.isEmpty() || !steps.get(0).equals(CATALOG) ? 1 : 2;
        return new Part(steps.subList(0, Math.min(length, steps.size())));
    }

    /** The key of the job under which it stands; none for the job itself. */
    public String key() {
        return steps.isEmpty() || !(steps.get(0) instanceof Key first) ? "" : first.name();
    }

    /** Whether it is a task, or belongs to one. */
    public boolean isOfTask() {
        return steps.size() > 1
                && steps.get(1) instanceof Naming
                && steps.get(0).equals(CATALOG);
    }

    /** The same part of an item of the catalog, known by the task that it describes. */
    public Part of(TaskName task) {
        var named = new ArrayList<>(task(task).steps);
        named.addAll(steps.subList(Math.min(2, steps.size()), steps.size()));
        return new Part(named);
    }

    private Part to(Step step) {
        var longer = new ArrayList<>(steps);
        longer.add(step);
        return new Part(longer);
    }

    /** For people, to whom a task is more than an item of the catalog. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        String before = "";
        for (Step step : steps) {
            if (step instanceof Key key) {
                text.append(before).append(key.name());
                before = ".";
            } else if (step instanceof Item item) {
                text.append('[').append(item.index()).append(']');
                before = ".";
            } else if (steps.get(0).equals(CATALOG)) {
                text.replace(0, text.length(), "task " + ((Naming) step).task());
                before = ", ";
            }
        }
        return text.isEmpty() ? "job" : text.toString();
    }
}
