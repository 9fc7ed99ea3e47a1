package io.sardonyx.command;

import io.sardonyx.replica.Author;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Peers;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.SortedTable;
import org.jspecify.annotations.Nullable;

/**
 * Command: garbage collection of the replica, which also trims the log.
 *
 * <p>Submitter: a client, or the member whose turn it is. Replica: ended jobs leave only their ids, but for the latest
 * {@value #KILLED_KEPT} that were killed; of groups that left or were turned away, of retired ids and of silent authors
 * only the latest are kept; orphans of unknown groups are removed. Duties: the submitter stores an origin and trims the
 * log; a member whose replica differed from {@code former} folds the log anew. Reactions: none.
 */
public record Gc(GroupId id, @Nullable Checksum former) implements Command {

    /** How many killed jobs keep their content and checkpoints, so that they can be resumed. */
    public static final int KILLED_KEPT = 100;

    /**
     * Hash of the author's replica after the former gc entry, by which divergence is detected.
     *
     * @param position of that entry
     * @param hash of the replica's view, in hexadecimal digits
     */
    public record Checksum(long position, String hash) {}

    public Gc(GroupId id) {
        this(id, null);
    }

    @Override
    public Replica apply(Replica before, long position) {
        int remembered = before.cluster().remembered();
        Ring ring = before.ring().remembering(remembered);
        int kept = before.cluster().format() > ClusterParameters.FIRST_FORMAT ? KILLED_KEPT : 0;
        return before.with(before.jobs().retire(remembered, kept))
                .with(ring)
                .with(withoutStrangers(before.peers(), ring))
                .with(withoutSilent(before.authors(), ring, position - remembered))
                .with(new Trim(id, position));
    }

    private static boolean isKnown(Ring ring, GroupId group) {
        return ring.knows(group) || ring.aborted().has(group);
    }

    /** Removes orphans whose group is neither a member nor joining nor turned away. */
    private static Peers withoutStrangers(Peers peers, Ring ring) {
        Peers kept = peers;
        for (Peer orphan : peers.orphans().values()) {
            kept = isKnown(ring, orphan.group()) ? kept : kept.without(orphan.id());
        }
        return kept;
    }

    /** Removes unknown authors that have appended nothing since a position. */
    private static SortedTable<GroupId, Author> withoutSilent(
            SortedTable<GroupId, Author> authors, Ring ring, long since) {
        SortedTable<GroupId, Author> kept = authors;
        for (GroupId author : authors.keys()) {
            Author heard = authors.get(author);
            boolean silent = heard != null && heard.position() < since && !isKnown(ring, author);
            kept = silent ? kept.without(author) : kept;
        }
        return kept;
    }
}
