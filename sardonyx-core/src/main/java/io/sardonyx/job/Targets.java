package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a flow condition sends a segment: everywhere, nowhere, or to some tasks.
 *
 * <p>Everywhere is to all tasks behind the one that the condition is about; a segment that goes nowhere counts as done.
 */
public record Targets(Extent extent, List<TaskName> tasks) {

    /** How many of the tasks that follow. */
    public enum Extent {
        ALL,
        NONE,
        SOME
    }

    public static final Targets ALL = new Targets(Extent.ALL, List.of());
    public static final Targets NONE = new Targets(Extent.NONE, List.of());

    public Targets {
        tasks = List.copyOf(tasks);
        if ((extent == Extent.SOME) == tasks.isEmpty()) {
            throw new IllegalArgumentException("targets are all, none, or a list of tasks");
        }
    }

    /** These tasks, or as in a job file {@code "all"} or {@code "none"}. */
    public static Targets of(String... tasks) {
        if (tasks.length == 1 && tasks[0].equals("all")) {
            return ALL;
        }
        if (tasks.length == 1 && tasks[0].equals("none")) {
            return NONE;
        }
        return of(Stream.of(tasks).map(TaskName::of).toList());
    }

    public static Targets of(List<TaskName> tasks) {
        return new Targets(Extent.SOME, tasks);
    }
}
