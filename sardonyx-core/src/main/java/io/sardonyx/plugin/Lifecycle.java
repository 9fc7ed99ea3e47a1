package io.sardonyx.plugin;

import java.util.List;
import java.util.Locale;

/**
 * Listener for the lifecycle of a task: provides resources to its functions, observes its batches, and decides about
 * exceptions.
 *
 * <p>A task may have several; they are called in the order of the job.
 */
public interface Lifecycle {

    /** Phase of a task in which a callback is called, or in which an exception was thrown. */
    enum Phase {
        START_TASK,
        BEFORE_TASK,
        BEFORE_BATCH,
        AFTER_READ,
        APPLY,
        AFTER_APPLY,
        AFTER_BATCH,
        READ,
        WRITE;

        /** The name as used in messages. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** What the engine does after an exception. */
    enum Decision {
        /** Kills the job. */
        KILL,
        /**
         * Restarts the task in place after a back-off; after several restarts in a row the peer leaves the cluster and
         * joins again.
         */
        RESTART,
        /** Leaves the decision to the next lifecycle; after the last one to the task's error policy. */
        DEFER
    }

    /** Why a task stops. */
    enum StopReason {
        /** The peer was assigned elsewhere or became idle. */
        REASSIGNED,
        JOB_COMPLETED,
        JOB_KILLED,
        /** The job was stopped at its last checkpoint, and may be resumed. */
        JOB_STOPPED,
        /** The process leaves the cluster, or the cluster has declared it dead. */
        GROUP_ENDED,
        FAILED
    }

    /** Whether the task may start; polled until it returns true. */
    default boolean mayStart(TaskContext context) throws Exception {
        return true;
    }

    /** Called before anything else; resources are provided here. */
    default void beforeTask(TaskContext context) throws Exception {}

    default void beforeBatch(TaskContext context) throws Exception {}

    /** Called after reading; the segments are read-only. */
    default void afterRead(TaskContext context, List<?> segments) throws Exception {}

    /** Called after the function; its results are read-only. */
    default void afterApply(TaskContext context, List<?> segments) throws Exception {}

    default void afterBatch(TaskContext context) throws Exception {}

    /** Called at the end, also when the task failed to start. */
    default void afterTask(TaskContext context, StopReason reason) throws Exception {}

    /** Decides about an exception; by default leaves it to the next lifecycle. */
    default Decision handleException(TaskContext context, Phase phase, Exception exception) {
        return Decision.DEFER;
    }
}
