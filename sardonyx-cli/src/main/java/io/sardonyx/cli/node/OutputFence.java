package io.sardonyx.cli.node;

import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Whether an output refuses what a node writes whose lease has ended. The lease alone makes that rare; only the
 * receiver of a write can make it impossible.
 *
 * @param plugin name of the output
 */
record OutputFence(TaskName task, String plugin, Kind kind) {

    /** Plugins that refuse writes with an old fence. */
    private static final Set<String> FENCED = Set.of("files");

    /** Plugins that are known not to. */
    private static final Set<String> UNFENCED = Set.of("stdout", "callback", "null");

    /** What is known about an output. */
    enum Kind {
        FENCED,
        AT_LEAST_ONCE,
        UP_TO_IT
    }

    /** All outputs of a job. */
    static List<OutputFence> of(Job job) {
        return job.catalog().stream()
                .filter(entry -> entry.task().output())
                .map(entry -> of(entry.name(), Objects.requireNonNull(entry.plugin(), "an output has a plugin")))
                .toList();
    }

    private static OutputFence of(TaskName task, Call plugin) {
        String name = plugin.name();
        Kind kind = FENCED.contains(name) ? Kind.FENCED : UNFENCED.contains(name) ? Kind.AT_LEAST_ONCE : Kind.UP_TO_IT;
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
                        "has no fence, so it is at least once: a node that was paused may write a little twice";
                    case UP_TO_IT ->
                        "is at least once unless it hands TaskContext.fence() to a receiver that refuses old ones";
                };
    }
}
