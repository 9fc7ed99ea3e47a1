package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedSet;

/**
 * State of a task in the roster.
 *
 * @param attempt how many working peers this task has lost
 * @param sealers peers that sealed the task during this attempt though others were still at work. They are not offered
 *     it again before another worker is lost, or they would be assigned and removed for ever.
 */
public record TaskProgress(
        int phase, Plan.Consumption consumption, boolean complete, int attempt, OrderedSet<PeerId> sealers) {

    static TaskProgress of(Plan.PlannedTask planned) {
        return new TaskProgress(planned.phase(), planned.consumption(), false, 0, OrderedSet.empty());
    }

    /** Whether one more peer may join those at the task. */
    public boolean hasRoomBeside(Headcount others) {
        return !complete && (consumption == Plan.Consumption.CONCURRENT || others.present() == 0);
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
