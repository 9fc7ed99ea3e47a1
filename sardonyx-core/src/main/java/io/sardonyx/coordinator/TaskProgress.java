package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;
import java.util.BitSet;

/**
 * State of a task in the roster.
 *
 * @param attempt how many working peers this task has lost
 * @param sealers peers that sealed the task during this attempt though others were still at work. They are not offered
 *     it again before another worker is lost, or they would be assigned and removed for ever.
 * @param slots the slot of each peer at the task; a peer keeps the lowest that was free when it came, so that the
 *     output of a lost peer is found by its successor
 * @param headcount the numbers of these peers by state, so that they need not be counted for each event
 */
public record TaskProgress(
        Plan.PlannedTask planned,
        boolean complete,
        int attempt,
        OrderedSet<PeerId> sealers,
        SortedTable<PeerId, Integer> slots,
        Headcount headcount) {

    static TaskProgress of(Plan.PlannedTask planned) {
        return new TaskProgress(planned, false, 0, OrderedSet.empty(), SortedTable.empty(), Headcount.NONE);
    }

    public boolean isConcurrent() {
        return planned.consumption() == Plan.Consumption.CONCURRENT;
    }

    /** Whether one more peer may join those at the task. */
    public boolean hasRoom() {
        return !complete && (isConcurrent() || headcount.present() == 0);
    }

    TaskProgress completed() {
        return new TaskProgress(planned, true, attempt, OrderedSet.empty(), slots, headcount);
    }

    TaskProgress losingWorker() {
        return complete ? this : new TaskProgress(planned, false, attempt + 1, OrderedSet.empty(), slots, headcount);
    }

    TaskProgress sealedBy(PeerId peer) {
        return complete ? this : new TaskProgress(planned, false, attempt, sealers.with(peer), slots, headcount);
    }

    TaskProgress joinedBy(PeerId peer, PeerState state) {
        return with(slots.with(peer, lowestFreeSlot()), headcount.plus(state));
    }

    TaskProgress leftBy(PeerId peer, PeerState state) {
        return with(slots.without(peer), headcount.minus(state));
    }

    /** This task with the same peers, one of which has changed its state. */
    TaskProgress recounted(PeerState before, PeerState after) {
        return with(slots, headcount.minus(before).plus(after));
    }

    private TaskProgress with(SortedTable<PeerId, Integer> others, Headcount numbers) {
        return new TaskProgress(planned, complete, attempt, sealers, others, numbers);
    }

    private int lowestFreeSlot() {
        var taken = new BitSet();
        slots.values().forEach(taken::set);
        return taken.nextClearBit(0);
    }
}
