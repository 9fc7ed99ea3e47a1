package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.condition.FlowConditions;
import io.sardonyx.function.Binder;
import io.sardonyx.function.EventTime;
import io.sardonyx.function.KeyedState;
import io.sardonyx.function.SegmentFunction;
import io.sardonyx.function.SegmentTypes;
import io.sardonyx.function.StateArgument;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Output;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.state.Value;
import io.sardonyx.table.CombiningTable;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.PartialTotals;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import io.sardonyx.table.TaskTables;
import io.sardonyx.task.CombiningRoute.Combining;
import io.sardonyx.task.KeyedRoute.KeyGrouping;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.IdentifyingInput;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.output.OutputCommits;
import io.sardonyx.task.output.OutputWriter;
import io.sardonyx.task.state.CombinedState;
import io.sardonyx.task.state.StateDecorator;
import io.sardonyx.task.state.TaskState;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param state that the function keeps, or null if it keeps none
 * @param atEnd what gives segments for each key of the state in the end, or null
 */
record TaskResources(
        SegmentFunction function,
        Codecs codecs,
        Map<TaskName, KeyGrouping> keys,
        @Nullable FlowConditions flow,
        @Nullable PluginReopener<Input> input,
        @Nullable OutputWriter output,
        @Nullable TaskState state,
        @Nullable SegmentFunction atEnd) {

    /** What the phases need from their task: phase tracking, the batch source and the channels. */
    interface Surroundings {

        /** Enters a phase, or begins the next call in the same phase. */
        void enter(Phase phase);

        CallProgress progress();

        /** Creates the source: queues for a queued job, else partitions for an input, channels for other tasks. */
        BatchSource source(TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison);

        /** Reports that something was lost in a job with checkpoints, which goes back to its latest one. */
        void lost(String reason);
    }

    /** Makes the state of a task out of its tables. */
    interface StateFactory {

        /**
         * The state of a task.
         *
         * @param eventTime by which rows expire; null for the time of day
         */
        TaskState state(TaskTables tables, Codecs codecs, @Nullable KeyFunction keys, @Nullable EventTime eventTime);
    }

    /** Binds and opens everything; nothing stays open if it throws. */
    static TaskResources of(
            TaskDefinition plan,
            LocalTaskContext room,
            ProcessResources processResources,
            CallProgress progress,
            @Nullable OutputCommits commits,
            StateFactory states)
            throws Exception {
        CatalogEntry entry = plan.entry();
        var binder = new Binder(processResources.functions(), room);
        Codecs codecs = codecs(plan.job(), processResources);
        TaskState state = state(plan, binder, codecs, processResources, states);
        SegmentFunction function =
                binder.function(entry, seen(plan, state, binder.key(entry.grouping()), codecs, processResources));
        Call ending = entry.atEnd();
        SegmentFunction atEnd = ending == null || state == null
                ? null
                : binder.function(ending, seen(plan, state.byKey(), null, codecs, processResources));
        Map<TaskName, KeyGrouping> keys = keys(plan, binder, codecs.keyGroups(), progress);
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
        OutputWriter writer =
                output == null ? null : new OutputWriter(output, progress, plan::mayAct, commits, room.fence());
        return new TaskResources(function, codecs, keys, flow, input, writer, state, atEnd);
    }

    private static Codecs codecs(Job job, ProcessResources processResources) {
        Codecs.Builder codecs = Codecs.builder().registerAll(SegmentTypes.of(job, processResources.functions()));
        if (job.catalog().stream().anyMatch(CatalogEntry::combine)) {
            PartialTotals.register(codecs);
        }
        return codecs.build();
    }

    /** The state as functions see it; null if there is none. */
    private static @Nullable KeyedState seen(
            TaskDefinition plan,
            @Nullable KeyedState state,
            @Nullable KeyFunction keys,
            Codecs codecs,
            ProcessResources processResources) {
        StateDecorator by = decorator(processResources);
        return state != null && by != null ? by.decorated(plan.self(), state, keys, codecs) : state;
    }

    private static @Nullable StateDecorator decorator(ProcessResources processResources) {
        return processResources.resources().get(StateDecorator.RESOURCE) instanceof StateDecorator by ? by : null;
    }

    /** The state that the function of a task takes as arguments; null if it takes none. */
    private static @Nullable TaskState state(
            TaskDefinition plan, Binder binder, Codecs codecs, ProcessResources processResources, StateFactory states) {
        CatalogEntry entry = plan.entry();
        var arguments = new LinkedHashMap<String, StateArgument>();
        for (Call call : Arrays.asList(entry.function(), entry.atEnd())) {
            if (call != null) {
                binder.states(call).forEach(each -> arguments.putIfAbsent(each.name(), each));
            }
        }
        if (arguments.isEmpty()) {
            return null;
        }
        List<StateTables.Declaration> declared = declared(arguments.values(), entry.ttls());
        KeyType type = KeyType.of(binder.keyType(entry.grouping()));
        var tables = new StateTables(declared, codecs.keyGroups(), type, SegmentSize::of);
        StateDecorator by = decorator(processResources);
        TaskTables seen = by == null ? tables : by.decorated(plan.self(), tables);
        return states.state(seen, codecs, binder.key(entry.grouping()), binder.eventTime(entry.eventTime()));
    }

    private static List<StateTables.Declaration> declared(
            Collection<StateArgument> states, Map<String, Duration> ttls) {
        return states.stream()
                .map(each -> new StateTables.Declaration(
                        each.name(),
                        StateKind.of(each.handle()),
                        each.aggregate(),
                        each.handle() == Value.class && each.values().equals(List.of(Long.class)),
                        ttls.getOrDefault(each.name(), Duration.ZERO).toMillis()))
                .toList();
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
            TaskDefinition plan, Binder binder, KeyGroups groups, CallProgress progress) {
        var keys = new LinkedHashMap<TaskName, KeyGrouping>();
        for (TaskName behind : plan.job().behind(plan.self().task())) {
            CatalogEntry entry = plan.job().entry(behind);
            KeyFunction key = binder.key(entry.grouping());
            if (key != null) {
                keys.put(behind, new KeyGrouping(key, groups, progress, combining(entry, key, binder, groups)));
            }
        }
        return keys;
    }

    /** How the totals of a downstream task are added up here; null if it is sent segments. */
    private static @Nullable Combining combining(CatalogEntry entry, KeyFunction key, Binder binder, KeyGroups groups) {
        Call function = entry.function();
        if (!entry.combine() || function == null) {
            return null;
        }
        var table = new CombiningTable(declared(binder.states(function), Map.of()), groups, SegmentSize::of);
        return new Combining(binder.function(function, new CombinedState(table, key)), table);
    }

    PluginReopener<Input> reading() {
        return Objects.requireNonNull(input, "only an input reads");
    }
}
