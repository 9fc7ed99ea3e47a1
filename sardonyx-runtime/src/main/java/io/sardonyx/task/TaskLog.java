package io.sardonyx.task;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.secret.Secrets;

/** What a task says when something goes wrong, in the log of this process and in that of all: never a secret. */
final class TaskLog {

    private final Assignment self;
    private final TaskEvents events;
    private final Secrets secrets;

    TaskLog(Assignment self, TaskEvents events, Secrets secrets) {
        this.self = self;
        this.events = events;
        this.secrets = secrets;
    }

    /** Only this process hears of it. */
    void warn(String what, Throwable thrown) {
        LazyLoggers.of(TaskLoop.class)
                .warn("task {} of job {} {}", self.task(), self.job(), what, secrets.redacted(thrown));
    }

    /** A fault of our own, whose trace we need to see. */
    void confess(Throwable bug) {
        LazyLoggers.of(TaskLoop.class).error("task {} of job {} broke", self.task(), self.job(), secrets.redacted(bug));
    }

    /** The job has to end, for that reason, unless its places have changed since the fence. */
    void kill(String why, long fence) {
        events.failed(self, why, fence);
    }

    /** Another peer has this task's slot now. */
    void superseded(Throwable thrown) {
        LazyLoggers.of(TaskLoop.class)
                .info("task {} of job {} was replaced: {}", self.task(), self.job(), told(thrown));
    }

    /** Why a task cannot go on. */
    String reason(Phase phase, Throwable thrown) {
        return thrown instanceof SegmentFailure failure
                ? String.valueOf(failure.getMessage())
                : phase.word() + ": " + told(thrown);
    }

    String told(Throwable thrown) {
        return DeadLetter.told(thrown, secrets);
    }
}
