package io.sardonyx.plugin;

import java.util.List;
import java.util.Locale;

/**
 * What accompanies a task: opens what its functions need, watches its batches, decides what an exception means.
 *
 * <p>Several may accompany one task; they are called in the order of the job.
 */
public interface Lifecycle {

    /** When a lifecycle is called, or was when something threw. */
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

        /** As it stands in a sentence. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** What follows from an exception. */
    enum Decision {
        /** The job is killed. */
        KILL,
        /**
         * The task starts anew in place after a wait; after some times in a row its peer leaves and takes part anew.
         */
        RESTART,
        /** The next lifecycle decides; behind the last one the task's error policy. */
        DEFER
    }

    /** Why a task stops. */
    enum StopReason {
        /** The peer got another place, or none. */
        REASSIGNED,
        JOB_COMPLETED,
        JOB_KILLED,
        /** The process leaves the cluster, or the cluster holds it for gone. */
        GROUP_ENDED,
        FAILED
    }

    /** Whether the task may start; asked again until it may. */
    default boolean mayStart(TaskContext context) throws Exception {
        return true;
    }

    /** Before anything else; here resources are provided. */
    default void beforeTask(TaskContext context) throws Exception {}

    default void beforeBatch(TaskContext context) throws Exception {}

    /** Behind reading; the segments are read-only. */
    default void afterRead(TaskContext context, List<?> segments) throws Exception {}

    /** Behind the function; what it gave is read-only. */
    default void afterApply(TaskContext context, List<?> segments) throws Exception {}

    default void afterBatch(TaskContext context) throws Exception {}

    /** At the end, also of a task that failed to start. */
    default void afterTask(TaskContext context, StopReason reason) throws Exception {}

    default Decision handleException(TaskContext context, Phase phase, Exception exception) {
        return Decision.DEFER;
    }
}
