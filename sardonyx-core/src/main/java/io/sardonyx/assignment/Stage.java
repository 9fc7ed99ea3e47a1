package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Current state of a task: its places and its progress. Immutable.
 *
 * @param places in order of arrival
 * @param sealer the peer that may put the end mark on the queues, once decided
 */
public record Stage(
        List<Place> places, Progress progress, @Nullable PeerId sealer) {

    public Stage {
        places = Places.of(places);
    }

    /** A task without peers. */
    public static final Stage EMPTY = new Stage(List.of(), Progress.OPEN, null);

    /** A task that is finished. */
    public static final Stage COMPLETE = new Stage(List.of(), Progress.COMPLETE, null);

    /** Whether it accepts peers. */
    public boolean isOpen() {
        return progress == Progress.OPEN;
    }

    public boolean holds(PeerId peer) {
        for (Place place : places) {
            if (place.peer().equals(peer)) {
                return true;
            }
        }
        return false;
    }

    /** This stage with {@code peer} in the lowest free slot, as the latest to arrive. */
    public Stage with(PeerId peer, @Nullable Site site) {
        var before = Places.of(places);
        return with(before.with(List.of(new Place(peer, lowestFreeSlot(before), site))));
    }

    /** This stage without {@code peer}. */
    public Stage without(PeerId peer) {
        return with(Places.of(places).without(peer));
    }

    /**
     * This stage with other places; when the sealer or all peers are gone, a task that was being sealed is open again.
     */
    public Stage with(List<Place> others) {
        boolean sealHeld = sealer == null
                ? !others.isEmpty()
                : others.stream().anyMatch(place -> place.peer().equals(sealer));
        boolean sealLost = progress == Progress.SEALING && !sealHeld;
        return sealLost ? new Stage(others, Progress.OPEN, null) : new Stage(others, progress, sealer);
    }

    /** This stage while being sealed, by {@code peer} or, if null, by the last peer on it. */
    public Stage sealing(@Nullable PeerId peer) {
        return new Stage(places, Progress.SEALING, peer);
    }

    private static int lowestFreeSlot(Places places) {
        boolean[] taken = places.takenBelow(places.size() + 1);
        int slot = 0;
        while (taken[slot]) {
            slot++;
        }
        return slot;
    }
}
