package io.sardonyx.cli.job;

import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.task.input.PluginRegistry;
import java.util.List;
import java.util.Objects;

/**
 * Inputs of a job with checkpoints that give nothing again, such as the standard input, as far as plugins are known
 * here: such a job is run all the same, and whoever starts it is told.
 */
final class UnreplayableInputs {

    private UnreplayableInputs() {}

    /** A sentence for each of them; none for a job without checkpoints. */
    static List<String> warnings(Job job, PluginRegistry plugins) {
        return job.checkpoint() == null
                ? List.of()
                : job.catalog().stream()
                        .filter(entry -> entry.task().input() && isUnreplayable(plugin(entry), plugins))
                        .map(UnreplayableInputs::warning)
                        .toList();
    }

    private static String warning(CatalogEntry entry) {
        return "input " + entry.name() + " (" + plugin(entry).name()
                + ") cannot be read again: what it has read since the latest checkpoint is lost when the job goes back"
                + " to that; write it to files first, and read those, if every record counts";
    }

    private static boolean isUnreplayable(Call plugin, PluginRegistry plugins) {
        return !plugin.isMethod()
                && plugins.hasInput(plugin.name())
                && !plugins.input(plugin.name()).isReplayable();
    }

    private static Call plugin(CatalogEntry entry) {
        return Objects.requireNonNull(entry.plugin(), "an input has a plugin");
    }
}
