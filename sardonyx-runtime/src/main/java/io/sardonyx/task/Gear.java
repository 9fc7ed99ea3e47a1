package io.sardonyx.task;

import io.sardonyx.condition.FlowRules;
import io.sardonyx.function.Binder;
import io.sardonyx.function.CallProgress;
import io.sardonyx.function.KeyFunction;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.function.SegmentTypes;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Grouping;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.task.input.IdentifyingInput;
import io.sardonyx.task.input.Reopener;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a task needs to work, bound and opened once it starts; the same through all fences.
 *
 * @param codecs what the job's segments are as bytes
 * @param keys how the tasks behind share out their segments, for those that do by key
 * @param flow where its segments go when that depends on them or on failures, or null
 */
record Gear(
        SegmentFunction function,
        Codecs codecs,
        Map<TaskName, Keying> keys,
        @Nullable FlowRules flow,
        @Nullable Reopener<Input> input,
        @Nullable OutputWriter output) {

    static Gear of(TaskPlan plan, TaskRoom room, Workshop workshop, CallProgress progress) throws Exception {
        CatalogEntry entry = plan.entry();
        var binder = new Binder(workshop.functions(), room);
        SegmentFunction function = binder.function(entry);
        Codecs codecs = Codecs.forTypes(SegmentTypes.of(plan.job(), workshop.functions()));
        Map<TaskName, Keying> keys = keys(plan, room, workshop, codecs.keyGroups(), progress);
        FlowRules flow = FlowRules.of(plan.job(), entry.name(), binder);
        /* Last, so that nothing is left open when something else cannot be bound. */
        progress.step();
        Call plugin = entry.plugin();
        Reopener<Input> input = null;
        Reopener<Output> output = null;
        if (plugin != null && entry.task().input()) {
            input = new Reopener<>(plan, workshop, () -> {
                Input opened = input(plugin, binder, room, workshop);
                return entry.identify() ? new IdentifyingInput(opened) : opened;
            });
            input.open();
        } else if (plugin != null && entry.task().output()) {
            output = new Reopener<>(plan, workshop, () -> output(plugin, binder, room, workshop));
            output.open();
        }
        OutputWriter writer = output == null ? null : new OutputWriter(output, progress);
        return new Gear(function, codecs, keys, flow, input, writer);
    }

    /** The lifecycles that accompany the task. */
    static Companions companions(TaskPlan plan, TaskRoom room, Workshop workshop) throws Exception {
        var binder = new Binder(workshop.functions(), room);
        var lifecycles = new ArrayList<Lifecycle>();
        for (LifecycleEntry lifecycle : plan.job().lifecycles()) {
            if (lifecycle.appliesTo(plan.self().task())) {
                lifecycles.add(binder.lifecycle(lifecycle.factory()));
            }
        }
        return new Companions(lifecycles, room, workshop.secrets());
    }

    private static Input input(Call plugin, Binder binder, TaskRoom room, Workshop workshop) throws Exception {
        return plugin.isMethod()
                ? binder.input(plugin)
                : workshop.plugins().input(plugin.name()).open(room.with(plugin.parameters()));
    }

    private static Output output(Call plugin, Binder binder, TaskRoom room, Workshop workshop) throws Exception {
        return plugin.isMethod()
                ? binder.output(plugin)
                : workshop.plugins().output(plugin.name()).open(room.with(plugin.parameters()));
    }

    private static Map<TaskName, Keying> keys(
            TaskPlan plan, TaskRoom room, Workshop workshop, KeyGroups groups, CallProgress progress) {
        var keys = new LinkedHashMap<TaskName, Keying>();
        for (TaskName behind : plan.job().behind(plan.self().task())) {
            Grouping grouping = plan.job().entry(behind).grouping();
            KeyFunction key = KeyFunction.of(grouping, workshop.functions(), room);
            if (key != null) {
                keys.put(behind, new Keying(key, groups, progress));
            }
        }
        return keys;
    }

    Reopener<Input> reading() {
        return Objects.requireNonNull(input, "only an input reads");
    }
}
