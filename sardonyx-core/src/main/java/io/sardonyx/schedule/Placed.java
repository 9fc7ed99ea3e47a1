package io.sardonyx.schedule;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.job.Tags;
import io.sardonyx.value.OrderedTable;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/** A worker as a plan would have it. */
record Placed(
        PeerId id, @Nullable Site site, Tags tags, @Nullable Assignment assignment) implements Worker {

    /** The workers after the moves of {@code plan}. */
    static OrderedTable<PeerId, Placed> by(Plan plan, OrderedTable<PeerId, ? extends Worker> workers) {
        OrderedTable<PeerId, Placed> placed = OrderedTable.of(
                workers.values().stream()
                        .map(worker -> new Placed(worker.id(), worker.site(), worker.tags(), worker.assignment()))
                        .toList(),
                Placed::id);
        return placed.changing(
                plan.moves(), Move::peer, (old, move) -> new Placed(old.id, old.site, old.tags, move.to()));
    }
}
