package io.sardonyx.cli.job;

import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.json.JsonOut;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;

/**
 * What an output of a job with checkpoints promises: to publish each result once, when its checkpoint is complete, or
 * at least once.
 *
 * @param plugin name of the output
 */
record OutputPromise(TaskName task, String plugin, Kind kind) {

    /** What is known about an output. */
    enum Kind {
        ONCE("once", "publishes each result once, when its checkpoint is complete"),
        AT_LEAST_ONCE(
                "at-least-once",
                "is at least once: after a failure it takes again what came since the latest checkpoint"),
        UP_TO_IT("up-to-it", "is at least once, unless it prepares and commits what it publishes");

        private final String word;
        private final String sentence;

        Kind(String word, String sentence) {
            this.word = word;
            this.sentence = sentence;
        }
    }

    /** All outputs of a job with checkpoints; none of any other. */
    static List<OutputPromise> of(Job job, PluginRegistry plugins) {
        return job.checkpoint() == null
                ? List.of()
                : job.catalog().stream()
                        .filter(entry -> entry.task().output())
                        .map(entry -> of(entry, plugins))
                        .toList();
    }

    private static OutputPromise of(CatalogEntry entry, PluginRegistry plugins) {
        Call plugin = Objects.requireNonNull(entry.plugin(), "an output has a plugin");
        String name = plugin.name();
        Kind kind = Kind.UP_TO_IT;
        if (!plugin.isMethod() && plugins.hasOutput(name)) {
            kind = plugins.output(name).isTransactional() ? Kind.ONCE : Kind.AT_LEAST_ONCE;
        }
        return new OutputPromise(entry.name(), name, kind);
    }

    /** For programs. */
    static void write(List<OutputPromise> promises, JsonOut out) {
        if (!promises.isEmpty()) {
            out.begin("outputs");
            promises.forEach(promise -> out.text(promise.task.text(), promise.kind.word));
            out.end();
        }
    }

    String sentence() {
        return "output " + task + " (" + plugin + ") " + kind.sentence;
    }
}
