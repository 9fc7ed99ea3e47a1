package io.sardonyx.follow;

import io.sardonyx.coordinator.Evict;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.entry.RosterView;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.PeerId;

/** The fold of the coordinator's log into a {@link Roster}: decodes events and applies them. Stateless, thread-safe. */
public final class RosterFold implements Follower.Fold<Roster> {

    /** Peer of the no-op event that replaces a skipped one. */
    private static final PeerId SKIPPED = PeerId.of("an entry that was damaged and is skipped");

    /**
     * Name of the coordinator's log of a founded cluster. It contains the epoch, so that a cluster that was founded
     * anew in the same store does not meet the events of the former one.
     */
    public static String log(ClusterParameters cluster) {
        return "coordinator-" + cluster.epoch();
    }

    @Override
    public Roster empty() {
        return Roster.EMPTY;
    }

    @Override
    public Roster fromOrigin(byte[] origin) {
        return RosterView.read(origin).roster();
    }

    @Override
    public Entry<Roster> decode(long position, byte[] stored) {
        try {
            return EventCodec.decode(position, stored);
        } catch (UnreadableEntry e) {
            throw e.isDamaged() ? new DamagedEntry(position, stored, e.getMessage()) : e;
        }
    }

    @Override
    public Entry<Roster> skipped(long position) {
        return Entry.anonymous(position, new Evict(SKIPPED));
    }

    @Override
    public Change<Roster> apply(Roster before, Entry<Roster> entry) {
        return new Change<>(before, entry.step().apply(before, entry.position()));
    }

    /** Whether the later roster has planned all that the earlier one had: jobs are planned in order of submission. */
    @Override
    public boolean isContinued(Roster before, Roster after) {
        return after.lastPlanned() >= before.lastPlanned();
    }

    /**
     * Encodes an origin, and makes sure that it can be decoded again.
     *
     * @throws io.sardonyx.json.BadInput when it is too long for that
     */
    public static byte[] origin(RosterView view) {
        return ReplicaFold.origin(view::write, RosterView::read);
    }
}
