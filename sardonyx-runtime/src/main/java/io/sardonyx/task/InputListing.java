package io.sardonyx.task;

import io.sardonyx.function.Binder;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Spread;
import io.sardonyx.secret.resolve.ResolvedJob;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/**
 * The partitions of an input, listed by a process that need not read them.
 *
 * @param spread how they are distributed over nodes
 */
public record InputListing(Spread spread, List<String> partitions) {

    private static final PeerId LISTER = PeerId.of("lister");

    /**
     * Opens the input of a task, lists its partitions and closes it; may block.
     *
     * @throws CompletionException with what the input throws
     */
    public static InputListing of(Job job, TaskName task, ProcessResources processResources) {
        Job own = new ResolvedJob(job, task, processResources.secrets()).job();
        var plan = new TaskDefinition(own, new Assignment(LISTER, own.id(), task, 0));
        var room = new LocalTaskContext(plan, processResources.clock(), () -> 0, processResources.resources());
        Call plugin = Objects.requireNonNull(plan.entry().plugin(), "an input has a plugin");
        try (Input input =
                TaskResources.input(plugin, new Binder(processResources.functions(), room), room, processResources)) {
            return new InputListing(input.spread(), List.copyOf(input.partitions()));
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
