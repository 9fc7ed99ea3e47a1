package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;

/**
 * What the leader still owes the cluster, derived from the roster alone.
 *
 * <p>A stand-by that wakes up reads to the end of the log and does this; it need not know which of its predecessor's
 * reactions were appended, because whatever was is no longer owed, and whatever is appended twice changes nothing.
 *
 * @param watches the peers whose pulse to watch; a {@link Death} follows when it is gone
 * @param timers a revoke for every acking peer, to be appended when its delay is over; equal values are the same timer
 * @param evictions of revoked and dead peers that are still licensed to commit
 * @param shutdowns of those that are evicted
 * @param seals of peers that drained their task and wait for the answer
 * @param offers the next round
 */
public record CoordinatorDuties(
        List<PeerId> watches,
        List<Revoke> timers,
        List<Evict> evictions,
        List<Shutdown> shutdowns,
        List<Seal> seals,
        List<Offer> offers) {

    public CoordinatorDuties {
        watches = List.copyOf(watches);
        timers = List.copyOf(timers);
        evictions = List.copyOf(evictions);
        shutdowns = List.copyOf(shutdowns);
        seals = List.copyOf(seals);
        offers = List.copyOf(offers);
    }

    public static CoordinatorDuties of(Roster roster) {
        var watches = new ArrayList<PeerId>();
        var timers = new ArrayList<Revoke>();
        var evictions = new ArrayList<Evict>();
        var shutdowns = new ArrayList<Shutdown>();
        var seals = new ArrayList<Seal>();
        roster.peers().forEach((id, peer) -> {
            var post = peer.post();
            if (peer.state() != PeerState.DEAD) {
                watches.add(id);
            }
            if (peer.isStillLicensed()) {
                evictions.add(new Evict(id));
            }
            if (peer.notice() == Notice.EVICTED) {
                shutdowns.add(new Shutdown(id));
            }
            if (post != null && peer.state() == PeerState.ACKING) {
                timers.add(new Revoke(id, post));
            }
            if (post != null && peer.awaitsSealAnswer()) {
                seals.add(new Seal(id, post));
            }
        });
        return new CoordinatorDuties(watches, timers, evictions, shutdowns, seals, Offers.next(roster));
    }

    /** All that is to be appended now, in this order: licences are withdrawn before the work is given to others. */
    public List<Event> owed() {
        var owed = new ArrayList<Event>(evictions);
        owed.addAll(shutdowns);
        owed.addAll(seals);
        owed.addAll(offers);
        return List.copyOf(owed);
    }
}
