package io.sardonyx.task;

import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.secret.Secrets;
import io.sardonyx.value.Assignment;

/** Logging of a task's failures, to the process's log and as task events; secrets are redacted. */
final class TaskLog {

    private final Assignment self;
    private final TaskEvents events;
    private final Secrets secrets;

    TaskLog(Assignment self, TaskEvents events, Secrets secrets) {
        this.self = self;
        this.events = events;
        this.secrets = secrets;
    }

    /** Logs to this process only. */
    void warn(String what, Throwable thrown) {
        LazyLoggers.of(TaskLoop.class)
                .warn("task {} of job {} {}", self.task(), self.job(), what, secrets.redacted(thrown));
    }

    /** Logs an internal error of the engine with its stack trace. */
    void reportBug(Throwable bug) {
        LazyLoggers.of(TaskLoop.class).error("task {} of job {} broke", self.task(), self.job(), secrets.redacted(bug));
    }

    /** Reports that the job has to be killed, unless its assignments have changed since the fence. */
    void kill(String why, long fence) {
        events.failed(self, why, fence);
    }

    /** Logs that another peer has taken over this task's slot. */
    void superseded(Throwable thrown) {
        LazyLoggers.of(TaskLoop.class)
                .info("task {} of job {} was replaced: {}", self.task(), self.job(), told(thrown));
    }

    /** Reason why a task failed, for users. */
    String reason(Phase phase, Throwable thrown) {
        return thrown instanceof SegmentFailure failure
                ? String.valueOf(failure.getMessage())
                : phase.word() + ": " + told(thrown);
    }

    String told(Throwable thrown) {
        return DeadLetter.told(thrown, secrets);
    }
}
