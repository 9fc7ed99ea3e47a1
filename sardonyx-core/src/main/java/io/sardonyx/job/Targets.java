package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.List;

/** Where a flow condition sends a segment: everywhere, nowhere, or to some tasks. */
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

    public static Targets of(List<TaskName> tasks) {
        return new Targets(Extent.SOME, tasks);
    }
}
