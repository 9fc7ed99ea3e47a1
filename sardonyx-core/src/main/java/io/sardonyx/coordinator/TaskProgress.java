package io.sardonyx.coordinator;

import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.PeerId;

/**
 * What the Coordinator remembers of a task.
 *
 * @param attempt how many peers this task has lost while they were at work on it
 * @param sealers peers that sealed the task during this attempt though others were still at work. They are not offered
 *     it again before somebody else is lost, or they would be allocated and removed for ever.
 */
public record TaskProgress(
        int phase, Consumption consumption, boolean complete, int attempt, OrderedSet<PeerId> sealers) {

    static TaskProgress of(PlannedTask planned) {
        return new TaskProgress(planned.phase(), planned.consumption(), false, 0, OrderedSet.empty());
    }

    /** Whether the rules allow one more peer beside those who are at the task. */
    public boolean hasRoomBeside(Headcount others) {
        return !complete && (consumption == Consumption.CONCURRENT || others.present() == 0);
    }

    TaskProgress completed() {
        return new TaskProgress(phase, consumption, true, attempt, OrderedSet.empty());
    }

    TaskProgress losingWorker() {
        return complete ? this : new TaskProgress(phase, consumption, false, attempt + 1, OrderedSet.empty());
    }

    TaskProgress sealedBy(PeerId peer) {
        return complete ? this : new TaskProgress(phase, consumption, false, attempt, sealers.with(peer));
    }
}
