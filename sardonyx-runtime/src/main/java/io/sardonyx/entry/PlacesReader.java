package io.sardonyx.entry;

import io.sardonyx.assignment.Place;
import io.sardonyx.json.Field;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parser of the peers assigned to a task and their slots. */
public final class PlacesReader {

    /** Highest slot number that is accepted. */
    private static final int MAX_SLOTS = 1 << 24;

    private PlacesReader() {}

    /**
     * The places of a task. Without slots each peer gets its index; with some, the other peers take the lowest free
     * ones.
     */
    public static List<Place> read(Field peers, Field slots, Function<PeerId, @Nullable Site> sites) {
        var listed = new LinkedHashMap<PeerId, Field>();
        for (Field item : peers.items()) {
            if (listed.put(item.as(PeerId::of), item) != null) {
                throw item.wrong("peer " + item.text() + " is listed twice");
            }
        }
        Map<PeerId, Integer> given = given(slots, listed);
        var used = new BitSet();
        given.values().forEach(used::set);
        var places = new ArrayList<Place>(listed.size());
        for (PeerId peer : listed.keySet()) {
            Integer slot = given.get(peer);
            int taken = slot == null ? used.nextClearBit(0) : slot;
            used.set(taken);
            places.add(new Place(peer, taken, sites.apply(peer)));
        }
        return List.copyOf(places);
    }

    /** The given slots, without those of peers that are not assigned. */
    private static Map<PeerId, Integer> given(Field slots, Map<PeerId, Field> listed) {
        var given = new TreeMap<PeerId, Integer>();
        var owners = new TreeMap<Integer, PeerId>();
        for (Field field : slots.fields()) {
            PeerId peer = field.nameAs(PeerId::of);
            int slot = (int) field.whole(0, MAX_SLOTS);
            if (listed.containsKey(peer)) {
                given.put(peer, slot);
                PeerId other = owners.put(slot, peer);
                if (other != null) {
                    throw field.wrong("slot " + slot + " belongs to " + other + " already");
                }
            }
        }
        return given;
    }
}
