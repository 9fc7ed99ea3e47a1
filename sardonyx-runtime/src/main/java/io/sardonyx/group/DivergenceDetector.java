package io.sardonyx.group;

import io.sardonyx.command.Gc;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.follow.Follower;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects that this process's replica differs from that of another member, by comparing hashes.
 *
 * <p>Each process keeps the hash of its replica after every gc entry, and each gc entry contains the hash that its
 * author had after the one before. A process with another hash folds the log again from the origin. If that gives the
 * author's hash, its own memory was wrong; if not, the two programs fold differently, and neither can be trusted.
 *
 * <p>Confined to the group's thread.
 */
final class DivergenceDetector {

    /** Entries per read. */
    private static final int AT_ONCE = 256;

    /** Result of a comparison. */
    enum Verdict {
        NONE,
        /** The log gives the author's hash, or is trimmed too far to tell; this process has to read it again. */
        OWN_MEMORY,
        /** The log gives the same wrong hash again. */
        OTHER_PROGRAM
    }

    /** A gc entry with another hash than this process had at the same position. */
    private record Suspicion(GroupId author, long position, String hash) {}

    private final Log log;
    private final Follower.Fold<Replica> fold;
    private final Mailbox mailbox = new Mailbox();
    /** Hash of the own replica after the last gc entry. */
    private Gc.@Nullable Checksum own;

    private @Nullable Suspicion suspicion;
    private Verdict verdict = Verdict.NONE;
    private boolean asking;
    private boolean begun;
    /** The replica folded again from the log, as far as {@link #position}. */
    private Replica anew;

    private long position;

    DivergenceDetector(Log log, Follower.Fold<Replica> fold) {
        this.log = log;
        this.fold = fold;
        this.anew = fold.empty();
    }

    /** Hash of the replica after the last gc entry, to be part of the next one; null before the first. */
    Gc.@Nullable Checksum latest() {
        return own;
    }

    /** Compares the hash in a gc entry with the own one for that position, and keeps the hash after this entry. */
    void read(Entry<Replica> entry, Change<Replica> change) {
        if (!(entry.step() instanceof Gc gc)) {
            return;
        }
        Gc.Checksum told = gc.former();
        Gc.Checksum had = own;
        if (told != null
                && had != null
                && told.position() == had.position()
                && !told.equals(had)
                && suspicion == null) {
            GroupId author = entry.author();
            suspicion = new Suspicion(author == null ? gc.id() : author, told.position(), told.hash());
        }
        own = new Gc.Checksum(entry.position(), ReplicaHash.of(new ReplicaView(change.after(), entry.position())));
    }

    /** Resets everything: the replica was taken from an origin, or is about to be read again. */
    void forget() {
        own = null;
        suspicion = null;
        verdict = Verdict.NONE;
        begun = false;
        anew = fold.empty();
    }

    Verdict verdict() {
        return verdict;
    }

    /** Author of the gc entry in question, or null without a suspicion. */
    @Nullable
    GroupId author() {
        return suspicion == null ? null : suspicion.author;
    }

    /** Position of the entry up to which both had folded, or -1 without a suspicion. */
    long position() {
        return suspicion == null ? -1 : suspicion.position;
    }

    /** Folds the log again, one read at a time, while there is a suspicion; returns whether it did anything. */
    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain(nowNanos);
        if (suspicion == null || verdict != Verdict.NONE || asking) {
            return worked;
        }
        asking = true;
        if (begun) {
            mailbox.await(log.read(position + 1, AT_ONCE), this::answered, failure -> asking = false);
        } else {
            mailbox.await(log.origin(), this::begin, failure -> asking = false);
        }
        return true;
    }

    private void begin(Optional<Origin> origin) {
        asking = false;
        begun = true;
        anew = origin.map(it -> fold.fromOrigin(it.state())).orElseGet(fold::empty);
        position = origin.map(Origin::position).orElse(-1L);
        judge();
    }

    private void answered(Slice slice) {
        asking = false;
        if (slice.trimmed()) {
            begun = false;
            return;
        }
        for (byte[] stored : slice.entries()) {
            Suspicion doubted = suspicion;
            if (doubted == null || position >= doubted.position) {
                break;
            }
            try {
                Entry<Replica> entry = fold.decode(position + 1, stored);
                anew = fold.apply(anew, entry).after();
                position = entry.position();
            } catch (UnreadableEntry damaged) {
                /*
                 * A member that is past this entry skipped it by an operator's decision: start from the origin, as new
                 * members do.
                 */
                verdict = Verdict.OWN_MEMORY;
                return;
            }
        }
        judge();
    }

    private void judge() {
        Suspicion doubted = suspicion;
        if (doubted == null || position < doubted.position) {
            return;
        }
        /*
         * Past the entry its hash cannot be compared any more, but the origin is the state every new member starts
         * from.
         */
        boolean agrees = position > doubted.position
                || ReplicaHash.of(new ReplicaView(anew, position)).equals(doubted.hash);
        verdict = agrees ? Verdict.OWN_MEMORY : Verdict.OTHER_PROGRAM;
        anew = fold.empty();
    }
}
