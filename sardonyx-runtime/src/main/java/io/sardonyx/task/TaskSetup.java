package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.function.EventTime;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.port.Documents;
import io.sardonyx.serial.Codecs;
import io.sardonyx.table.TaskTables;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.CheckpointInput;
import io.sardonyx.task.input.ClaimedPartitions;
import io.sardonyx.task.input.DealtPartitions;
import io.sardonyx.task.input.InputPartitions;
import io.sardonyx.task.input.InputReader;
import io.sardonyx.task.input.PartitionClaims;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.task.output.OutputCommits;
import io.sardonyx.task.output.OutputWriter;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.task.queue.QueueSource;
import io.sardonyx.task.state.TaskState;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lifetime of a task's resources: starts, restarts and closes lifecycles, functions, plugins and channels.
 *
 * <p>A restart in place closes everything and opens it anew after a back-off, except the channels: these belong to a
 * fence, and the tasks at their other ends do not learn of the restart.
 */
final class TaskSetup implements TaskResources.Surroundings, InputReader.Events, CheckpointInput.Events {

    /** Restarts in a row, about a minute with back-off, before the peer gives up its assignment. */
    private static final int MOST_RESTARTS = 10;

    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    /* A task that has worked for this long has recovered, and its restarts are counted anew. */
    private static final long WELL_NANOS = Duration.ofMinutes(1).toNanos();
    /** Interval at which lifecycles are asked again whether the task may start. */
    private static final long START_AGAIN_NANOS = Duration.ofMillis(100).toNanos();

    private final TaskDefinition plan;
    private final ProcessResources processResources;
    private final Documents documents;
    private final TaskStores stores;
    private final Mailbox mailbox;
    private final TaskEvents events;
    private final CallProgress progress;
    private final TaskLog taskLog;
    private final LocalTaskContext room;
    private final BackOff backOff;
    private final Deadline mayStart = new Deadline();
    private Lifecycles taskLifecycles;
    private @Nullable TaskOrders orders;
    private @Nullable TaskResources taskResources;
    /* Kept after a restart until its last checkpoint write is answered. */
    private @Nullable BatchSource source;
    private @Nullable TaskPhases phases;
    private @Nullable TaskChannels channels;
    private Phase phase = Phase.START_TASK;
    /* Whether the lifecycles were created. */
    private boolean bound;
    /* Whether beforeTask was called, so that afterTask is due. */
    private boolean accompanied;
    private int restarts;
    /* Fence under which something was lost in a job with checkpoints, so that nothing more comes of it; else -1. */
    private long lostFence = -1;
    private long startedNanos;

    TaskSetup(
            TaskDefinition plan,
            ProcessResources processResources,
            TaskStores stores,
            Mailbox mailbox,
            TaskEvents events,
            CallProgress progress) {
        this.plan = plan;
        this.processResources = processResources;
        this.documents = stores.documents();
        this.stores = stores;
        this.mailbox = mailbox;
        this.events = events;
        this.progress = progress;
        this.taskLog = new TaskLog(plan.self(), events, processResources.secrets());
        this.room = new LocalTaskContext(plan, processResources.clock(), this::fence, processResources.resources());
        this.taskLifecycles = new Lifecycles(List.of(), room, processResources.secrets());
        this.backOff = new BackOff(
                FIRST_WAIT,
                LONGEST_WAIT,
                new SplittableRandom(processResources.seeds().getAsLong()));
    }

    /** The fence of the orders that the task follows, or is about to. */
    private long fence() {
        TaskOrders present = orders;
        return present == null ? 0 : present.fence();
    }

    /** Takes note of new orders. */
    void follow(TaskOrders latest) {
        orders = latest;
    }

    /** The phases of the started task; null before the start and during a restart. */
    @Nullable
    TaskPhases phases() {
        return phases;
    }

    Phase phase() {
        return phase;
    }

    /** The lifecycles' decision about an exception in the present phase. */
    Decision decide(Exception thrown) {
        return taskLifecycles.decide(phase, thrown);
    }

    /**
     * Starts the task once every lifecycle agrees: opens resources and creates the phases; false while it may not
     * start.
     */
    boolean start(TaskOrders latest, long nowNanos) throws Exception {
        if (channels != null) {
            channels.send();
        }
        /*
         * A checkpoint write of the former source may still be in flight; the new one would read what was there before
         * it.
         */
        if (!mayStart.isDue(nowNanos) || source != null && !source.isStill()) {
            return false;
        }
        if (plan.job().checkpoint() != null && latest.fence() == lostFence) {
            return false; // it goes on at the next fence, from a checkpoint
        }
        if (!plan.mayAct()) {
            return false; // to open an output may take over what another writer has begun
        }
        orders = latest;
        enter(Phase.START_TASK);
        if (!bound) {
            taskLifecycles = TaskResources.taskLifecycles(plan, room, processResources);
            bound = true;
        }
        if (!taskLifecycles.mayStart(this)) {
            mayStart.set(nowNanos + START_AGAIN_NANOS);
            return false;
        }
        enter(Phase.BEFORE_TASK);
        accompanied = true;
        taskLifecycles.beforeTask(this);
        TaskResources opened = TaskResources.of(plan, room, processResources, progress, commits(), this::state);
        taskResources = opened;
        startedNanos = nowNanos;
        phases = new TaskPhases(plan, opened, taskLifecycles, this, processResources);
        return true;
    }

    /** What commits the output of a job with checkpoints; null for any other task. */
    private @Nullable OutputCommits commits() {
        boolean writes = plan.job().checkpoint() != null && plan.entry().task().output();
        return writes ? new OutputCommits(plan.self(), documents, mailbox) : null;
    }

    /** The state of the task; null if its function takes none. */
    private TaskState state(
            TaskTables tables, Codecs codecs, @Nullable KeyFunction keys, @Nullable EventTime eventTime) {
        return new TaskState(
                plan.self(),
                tables,
                keys,
                eventTime,
                new TaskState.StateServices(
                        codecs,
                        documents,
                        () -> stores.blobs().get().orElse(null),
                        mailbox,
                        processResources.wallClock(),
                        plan.job().resume(),
                        processResources.stateBudget()),
                Objects.requireNonNull(orders, "it has started"));
    }

    /** Whether the plugin of the task may block. */
    boolean blocks() {
        OutputWriter output = output();
        return source != null && source.blocks() || output != null && output.blocks();
    }

    /** Whether everything that was read is done and checkpointed. */
    boolean isQuiet() {
        return source == null || source.isQuiet();
    }

    /** Publishes the output, or passes the end of the task's queues on; false while it cannot. */
    boolean seal() throws Exception {
        if (source instanceof QueueSource queues && !queues.passOn()) {
            return false;
        }
        OutputWriter output = output();
        return output == null || output.seal();
    }

    /** Number of segments that all peers of a queued task have skipped; known once it is sealed. */
    long skippedSegments() {
        return source instanceof QueueSource queues ? queues.skippedSegments() : 0;
    }

    private @Nullable OutputWriter output() {
        return taskResources == null ? null : taskResources.output();
    }

    /** Whether it may restart in place once more; after too many restarts in a row the assignment is given up. */
    boolean mayRestart(long nowNanos) {
        if (phases != null && nowNanos - startedNanos > WELL_NANOS) {
            restarts = 0;
            backOff.succeeded();
        }
        return restarts < MOST_RESTARTS;
    }

    /** Closes everything but the channels; returns the back-off in nanoseconds after which it may start again. */
    long restart(long nowNanos) {
        restarts++;
        long wait = backOff.nextNanos();
        mayStart.set(nowNanos + wait);
        if (phases != null) {
            phases.lose();
        }
        tearDown(StopReason.FAILED);
        phases = null;
        taskResources = null;
        bound = false;
        room.clear();
        return wait;
    }

    /** Closes source and output, then calls {@code afterTask}, even if closing failed. */
    private void tearDown(StopReason reason) {
        try {
            if (source != null) {
                source.close();
            }
            OutputWriter output = output();
            if (output != null) {
                output.close();
            }
        } catch (Exception e) {
            taskLog.warn("did not close well", e);
        } finally {
            closeState();
            if (accompanied) {
                accompanied = false;
                taskLifecycles.afterTask(reason, progress, e -> events.failedAtEnd(plan.self(), taskLog.told(e)));
            }
        }
    }

    private void closeState() {
        TaskState state = taskResources == null ? null : taskResources.state();
        if (state != null) {
            state.close();
        }
    }

    /** Closes everything, channels first. */
    void close(StopReason reason) {
        if (channels != null) {
            channels.close();
        }
        tearDown(reason);
    }

    @Override
    public void enter(Phase next) {
        phase = next;
        progress.step();
    }

    @Override
    public CallProgress progress() {
        return progress;
    }

    @Override
    public void calling() {
        progress.step();
    }

    @Override
    public void exhausted(SortedMap<TaskName, Long> skipped) {
        events.exhausted(plan.self(), skipped);
    }

    @Override
    public void lost(String reason) {
        if (lostFence != fence()) {
            lostFence = fence();
            events.lost(plan.self(), lostFence, reason);
        }
    }

    @Override
    public void checkpointed(TaskEvents.AckedCheckpoint checkpoint) {
        events.checkpointed(plan.self(), checkpoint);
    }

    @Override
    public BatchSource source(TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison) {
        BatchSource made;
        if (plan.queues() != null) {
            made = queues(plan.queues(), taskResources, ackValues, poison);
        } else if (taskResources.input() == null) {
            made = new ChannelSource(latest -> channels(latest, taskResources.codecs()));
        } else {
            made = plan.job().checkpoint() == null
                    ? partitions(taskResources, ackValues, poison)
                    : checkpoints(plan.job().checkpoint(), taskResources, ackValues, poison);
        }
        source = made;
        return made;
    }

    private BatchSource queues(
            JobQueues names, TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison) {
        var parts = new QueueSource.Parts(
                names,
                processResources.brokers().get(),
                taskResources.codecs(),
                documents,
                mailbox,
                processResources.seeds().getAsLong());
        return new QueueSource(
                plan, parts, ackValues, taskResources.input(), poison, () -> events.drained(plan.self()));
    }

    private BatchSource partitions(TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison) {
        Assignment self = plan.self();
        Tuning tuning = plan.entry().tuning();
        return new InputReader(
                taskResources.reading(),
                new PendingRoots(tuning, ackValues, poison, plan.tasks()),
                inputPartitions(self, tuning),
                Objects.requireNonNull(orders, "it has started"),
                latest -> channels(latest, taskResources.codecs()),
                this);
    }

    private BatchSource checkpoints(
            Job.Checkpointing policy, TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison) {
        Tuning tuning = plan.entry().tuning();
        return new CheckpointInput(
                new CheckpointInput.Parts(
                        plan.self(),
                        plan.tasks(),
                        plan.job()::before,
                        tuning,
                        policy,
                        stores,
                        mailbox,
                        ackValues,
                        progress,
                        plan.job().catalog().stream().anyMatch(each -> each.atEnd() != null)),
                taskResources.reading(),
                poison,
                Objects.requireNonNull(orders, "it has started"),
                latest -> channels(latest, taskResources.codecs()),
                this);
    }

    private InputPartitions inputPartitions(Assignment self, Tuning tuning) {
        PartitionClaims claims = claims();
        return claims == null
                ? new DealtPartitions(self, tuning, documents, mailbox, progress)
                : new ClaimedPartitions(self.task(), tuning, claims, documents, mailbox, progress);
    }

    /** What claims partitions for the input, from its start to the next; null if they are dealt out. */
    private @Nullable PartitionClaims claims() {
        TaskDefinition.Claim one = plan.claim();
        if (one != null) {
            return PartitionClaims.of(one.progress());
        }
        Supplier<PartitionClaims> shared = plan.claims();
        return shared == null ? null : shared.get();
    }

    /** The channels under these orders; the present ones if the fence is the same. */
    private TaskChannels channels(TaskOrders latest, Codecs codecs) {
        TaskChannels former = channels;
        if (former != null && former.fence() == latest.fence()) {
            return former;
        }
        if (former != null) {
            former.close();
        }
        var wired = new TaskChannels(plan, latest.routes(), processResources.exchange(), codecs, mailbox::wake);
        channels = wired;
        return wired;
    }
}
