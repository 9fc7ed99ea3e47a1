package io.sardonyx.task;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.call.CallProgress;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.port.Documents;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.InputPartitions;
import io.sardonyx.task.input.InputReader;
import io.sardonyx.task.input.PendingRoots;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a task works with: lifecycles, functions, plugins and channels.
 *
 * <p>A restart in place closes all of that and opens it anew after a back-off, but for the channels: these belong to a
 * fence, and the tasks at their other ends know nothing of the restart.
 */
final class TaskSetup implements TaskPhases.Surroundings, InputReader.Events {

    /** So many restarts in a row before the peer leaves: about a minute. */
    private static final int MOST_RESTARTS = 10;

    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    /* Who worked for that long has recovered. */
    private static final long WELL_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long START_AGAIN_NANOS = Duration.ofMillis(100).toNanos();

    private final TaskDefinition plan;
    private final ProcessResources processResources;
    private final Documents documents;
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
    private @Nullable BatchSource source;
    private @Nullable TaskPhases phases;
    private @Nullable TaskChannels channels;
    private Phase phase = Phase.START_TASK;
    private boolean bound;
    private boolean accompanied;
    private int restarts;
    private long startedNanos;

    TaskSetup(
            TaskDefinition plan,
            ProcessResources processResources,
            Documents documents,
            Mailbox mailbox,
            TaskEvents events,
            CallProgress progress) {
        this.plan = plan;
        this.processResources = processResources;
        this.documents = documents;
        this.mailbox = mailbox;
        this.events = events;
        this.progress = progress;
        this.taskLog = new TaskLog(plan.self(), events, processResources.secrets());
        this.room =
                new LocalTaskContext(plan.self(), plan.job(), processResources.clock(), processResources.resources());
        this.taskLifecycles = new Lifecycles(List.of(), room, processResources.secrets());
        this.backOff = new BackOff(
                FIRST_WAIT,
                LONGEST_WAIT,
                new SplittableRandom(processResources.seeds().getAsLong()));
    }

    /** What it works with by now; null until it is started. */
    @Nullable
    TaskPhases phases() {
        return phases;
    }

    Phase phase() {
        return phase;
    }

    /** What the lifecycles make of an exception. */
    Decision decide(Exception thrown) {
        return taskLifecycles.decide(phase, thrown);
    }

    /** Binds and opens all it needs, once every lifecycle agrees; false as long as it may not start. */
    boolean start(TaskOrders latest, long nowNanos) throws Exception {
        if (channels != null) {
            channels.send();
        }
        /* What a former source is writing down would be overtaken by what its successor reads. */
        if (!mayStart.isDue(nowNanos) || source != null && !source.isStill()) {
            return false;
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
        TaskResources opened = TaskResources.of(plan, room, processResources, progress);
        taskResources = opened;
        startedNanos = nowNanos;
        phases = new TaskPhases(plan, opened, taskLifecycles, this, processResources);
        return true;
    }

    /** Whether what it reads from or writes to may wait for others. */
    boolean blocks() {
        OutputWriter output = output();
        return source != null && source.blocks() || output != null && output.blocks();
    }

    /** Whether all that was read is done and written down. */
    boolean isQuiet() {
        return source == null || source.isQuiet();
    }

    /** Publishes what was written; false while that cannot be. */
    boolean seal() throws Exception {
        OutputWriter output = output();
        return output == null || output.seal();
    }

    private @Nullable OutputWriter output() {
        return taskResources == null ? null : taskResources.output();
    }

    /** Whether it may restart in place once more; one that never works well for long leaves that to others. */
    boolean mayRestart(long nowNanos) {
        if (phases != null && nowNanos - startedNanos > WELL_NANOS) {
            restarts = 0;
            backOff.succeeded();
        }
        return restarts < MOST_RESTARTS;
    }

    /** Closes everything but the channels; it can be started again after the wait that is returned. */
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
            if (accompanied) {
                accompanied = false;
                taskLifecycles.afterTask(reason, progress, e -> events.failedAtEnd(plan.self(), taskLog.told(e)));
            }
        }
    }

    /** Closes everything, for that reason. */
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
    public BatchSource source(TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison) {
        BatchSource made =
                taskResources.input() == null ? new ChannelSource() : partitions(taskResources, ackValues, poison);
        source = made;
        return made;
    }

    private BatchSource partitions(TaskResources taskResources, AckValues ackValues, PendingRoots.Poison poison) {
        Assignment self = plan.self();
        Tuning tuning = plan.entry().tuning();
        return new InputReader(
                taskResources.reading(),
                new PendingRoots(tuning, ackValues, poison, plan.tasks()),
                new InputPartitions(self, tuning, documents, mailbox, progress),
                Objects.requireNonNull(orders, "it has started"),
                this);
    }

    @Override
    public TaskChannels channels(TaskOrders latest, Codecs codecs) {
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
