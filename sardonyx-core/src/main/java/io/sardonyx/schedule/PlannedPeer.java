package io.sardonyx.schedule;

import io.sardonyx.job.Tags;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.table.OrderedTable;
import org.jspecify.annotations.Nullable;

/** A peer with the assignment that a plan gives it; input of the next planning pass. */
record PlannedPeer(
        PeerId id, @Nullable Site site, Tags tags, @Nullable Assignment assignment) implements SchedulablePeer {

    /** The peers after the moves of {@code plan}. */
    static OrderedTable<PeerId, PlannedPeer> by(
            AssignmentPlan plan, OrderedTable<PeerId, ? extends SchedulablePeer> workers) {
        OrderedTable<PeerId, PlannedPeer> placed = OrderedTable.of(
                workers.values().stream()
                        .map(worker -> new PlannedPeer(worker.id(), worker.site(), worker.tags(), worker.assignment()))
                        .toList(),
                PlannedPeer::id);
        return placed.changing(
                plan.moves(), Move::peer, (old, move) -> new PlannedPeer(old.id, old.site, old.tags, move.to()));
    }
}
