package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns slots after planning in several passes: a peer that was on the task before the first pass keeps its slot,
 * others get the lowest free ones.
 */
final class Slots {

    private Slots() {}

    /** The demand with slots as if planned in one pass; the identical object when they already are. */
    static Demand given(Demand demand, OrderedTable<PeerId, ? extends SchedulablePeer> before) {
        Demand slotted = demand;
        for (int t = 0; t < demand.stages().size(); t++) {
            Stage stage = demand.stages().get(t);
            List<Place> places = given(demand, t, before);
            slotted = places.equals(stage.places()) ? slotted : slotted.with(t, stage.with(places));
        }
        return slotted;
    }

    private static List<Place> given(Demand demand, int task, OrderedTable<PeerId, ? extends SchedulablePeer> before) {
        List<Place> places = demand.stages().get(task).places();
        boolean[] used = new boolean[places.size() + 1];
        var slotted = new ArrayList<Place>(places.size());
        var newcomers = new ArrayList<Place>();
        for (Place place : places) {
            Assignment old = old(demand, task, place, before);
            if (old == null) {
                newcomers.add(place);
            } else {
                slotted.add(new Place(place.peer(), old.slot(), place.site()));
                if (old.slot() < used.length) {
                    used[old.slot()] = true;
                }
            }
        }
        int free = 0;
        for (Place place : newcomers) {
            while (used[free]) {
                free++;
            }
            slotted.add(new Place(place.peer(), free++, place.site()));
        }
        return List.copyOf(slotted);
    }

    /** The peer's assignment before planning, if it was to the same task. */
    private static @Nullable Assignment old(
            Demand demand, int task, Place place, OrderedTable<PeerId, ? extends SchedulablePeer> before) {
        SchedulablePeer worker = before.get(place.peer());
        Assignment old = worker == null ? null : worker.assignment();
        return old != null && old.isSameTaskAs(demand.assignment(task, place)) ? old : null;
    }
}
