package io.sardonyx.cli.node;

import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;

/**
 * Whether an output refuses what a node writes whose lease has ended. The lease alone makes that rare; only the
 * receiver of a write can make it impossible.
 *
 * @param plugin name of the output
 */
record OutputFence(TaskName task, String plugin, Kind kind) {

    /** What is known about an output. */
    enum Kind {
        FENCED,
        AT_LEAST_ONCE,
        UP_TO_IT
    }

    /** All outputs of a job. */
    static List<OutputFence> of(Job job, PluginRegistry plugins) {
        return job.catalog().stream()
                .filter(entry -> entry.task().output())
                .map(entry ->
                        of(entry.name(), Objects.requireNonNull(entry.plugin(), "an output has a plugin"), plugins))
                .toList();
    }

    /** What is no plugin that is seen here, such as a method, may check the fence or not. */
    private static OutputFence of(TaskName task, Call plugin, PluginRegistry plugins) {
        String name = plugin.name();
        Kind kind = Kind.UP_TO_IT;
        if (!plugin.isMethod() && plugins.hasOutput(name)) {
            kind = plugins.output(name).checksFence() ? Kind.FENCED : Kind.AT_LEAST_ONCE;
        }
        return new OutputFence(task, name, kind);
    }

    /** For programs. */
    String word() {
        return switch (kind) {
            case FENCED -> "fenced";
            case AT_LEAST_ONCE -> "at-least-once";
            case UP_TO_IT -> "up-to-it";
        };
    }

    String sentence() {
        String who = "output " + task + " (" + plugin + ") ";
        return who
                + switch (kind) {
                    case FENCED -> "checks the fence: what a node writes after its lease has ended is not published";
                    case AT_LEAST_ONCE ->
                        "checks no fence, so it is at least once: a node that was paused may write a little twice";
                    case UP_TO_IT ->
                        "is at least once unless it hands TaskContext.fence() to a receiver that refuses old ones";
                };
    }
}
