package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.condition.FlowConditions;
import io.sardonyx.function.Binder;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.function.SegmentTypes;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.task.KeyedRoute.KeyGrouping;
import io.sardonyx.task.input.IdentifyingInput;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.output.OutputCommits;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resources of a started task: bound functions, codecs, conditions and opened plugins. They are opened at a start, kept
 * through all fences and closed at a restart.
 *
 * @param codecs serialization of the job's segments
 * @param keys key functions of the downstream tasks that group by key
 * @param flow flow conditions and routes for failures, or null if results go everywhere
 */
record TaskResources(
        SegmentFunction function,
        Codecs codecs,
        Map<TaskName, KeyGrouping> keys,
        @Nullable FlowConditions flow,
        @Nullable PluginReopener<Input> input,
        @Nullable OutputWriter output) {

    /** Binds and opens everything; nothing stays open if it throws. */
    static TaskResources of(
            TaskDefinition plan,
            LocalTaskContext room,
            ProcessResources processResources,
            CallProgress progress,
            @Nullable OutputCommits commits)
            throws Exception {
        CatalogEntry entry = plan.entry();
        var binder = new Binder(processResources.functions(), room);
        SegmentFunction function = binder.function(entry);
        Codecs codecs = Codecs.forTypes(SegmentTypes.of(plan.job(), processResources.functions()));
        Map<TaskName, KeyGrouping> keys = keys(plan, room, processResources, codecs.keyGroups(), progress);
        FlowConditions flow = FlowConditions.of(plan.job(), entry.name(), binder);
        /* Last, so that no plugin stays open when something else cannot be bound. */
        progress.step();
        Call plugin = entry.plugin();
        PluginReopener<Input> input = null;
        PluginReopener<Output> output = null;
        if (plugin != null && entry.task().input()) {
            input = new PluginReopener<>(plan, processResources, () -> {
                Input opened = input(plugin, binder, room, processResources);
                return entry.identify() ? new IdentifyingInput(opened) : opened;
            });
            input.open();
        } else if (plugin != null && entry.task().output()) {
            output = new PluginReopener<>(plan, processResources, () -> output(plugin, binder, room, processResources));
            output.open();
        }
        OutputWriter writer = output == null ? null : new OutputWriter(output, progress, plan::mayAct, commits);
        return new TaskResources(function, codecs, keys, flow, input, writer);
    }

    /** Creates the lifecycles that apply to the task. */
    static Lifecycles taskLifecycles(TaskDefinition plan, LocalTaskContext room, ProcessResources processResources)
            throws Exception {
        var binder = new Binder(processResources.functions(), room);
        var lifecycles = new ArrayList<Lifecycle>();
        for (LifecycleEntry lifecycle : plan.job().lifecycles()) {
            if (lifecycle.appliesTo(plan.self().task())) {
                lifecycles.add(binder.lifecycle(lifecycle.factory()));
            }
        }
        return new Lifecycles(lifecycles, room, processResources.secrets());
    }

    static Input input(Call plugin, Binder binder, LocalTaskContext room, ProcessResources processResources)
            throws Exception {
        return plugin.isMethod()
                ? binder.input(plugin)
                : processResources.plugins().input(plugin.name()).open(room.with(plugin.parameters()));
    }

    private static Output output(Call plugin, Binder binder, LocalTaskContext room, ProcessResources processResources)
            throws Exception {
        return plugin.isMethod()
                ? binder.output(plugin)
                : processResources.plugins().output(plugin.name()).open(room.with(plugin.parameters()));
    }

    /** Key functions of the downstream tasks that group by key. */
    private static Map<TaskName, KeyGrouping> keys(
            TaskDefinition plan,
            LocalTaskContext room,
            ProcessResources processResources,
            KeyGroups groups,
            CallProgress progress) {
        var keys = new LinkedHashMap<TaskName, KeyGrouping>();
        for (TaskName behind : plan.job().behind(plan.self().task())) {
            Grouping grouping = plan.job().entry(behind).grouping();
            KeyFunction key = KeyFunction.of(grouping, processResources.functions(), room);
            if (key != null) {
                keys.put(behind, new KeyGrouping(key, groups, progress));
            }
        }
        return keys;
    }

    PluginReopener<Input> reading() {
        return Objects.requireNonNull(input, "only an input reads");
    }
}
