package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;

/**
 * Pending work of the leader, derived from the roster alone.
 *
 * <p>A stand-by that takes over reads to the end of the log and does this; it need not know which reactions its
 * predecessor appended, because those are no longer owed, and appending an event twice has no effect.
 *
 * @param watches the peers whose pulse to watch; a {@link Death} follows when it expires
 * @param timers a revoke for every acking peer, to be appended after a timeout; equal values are the same timer
 * @param evictions of revoked and dead peers that may still commit
 * @param shutdowns of those that are evicted
 * @param seals of peers that drained their task and wait for the reply
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
            if (peer.notice() == RosterPeer.Notice.EVICTED) {
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

    /** All events to append now, in this order: permission to commit is withdrawn before work is offered to others. */
    public List<Event> owed() {
        var owed = new ArrayList<Event>(evictions);
        owed.addAll(shutdowns);
        owed.addAll(seals);
        owed.addAll(offers);
        return List.copyOf(owed);
    }
}
