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
 * Notices that this process holds another replica than others do.
 *
 * <p>Each process keeps the hash of its replica after every gc entry, and each gc entry tells the hash that its author
 * had after the one before. Who had another folds the log anew, from the origin on. If that gives the author's hash,
 * its memory was wrong; if it does not, the two programs fold differently, and nobody knows which is right.
 */
final class DivergenceDetector {

    private static final int AT_ONCE = 256;

    /** What has become of a suspicion. */
    enum Verdict {
        NONE,
        /** The log says what the author says, or says nothing any more; this process has to read it anew. */
        OWN_MEMORY,
        /** The log gives the same wrong hash again. */
        OTHER_PROGRAM
    }

    /** A gc entry that told another hash. */
    private record Suspicion(GroupId author, long position, String hash) {}

    private final Log log;
    private final Follower.Fold<Replica> fold;
    private final Mailbox mailbox = new Mailbox();
    private Gc.@Nullable Checksum own;
    private @Nullable Suspicion suspicion;
    private Verdict verdict = Verdict.NONE;
    private boolean asking;
    private boolean begun;
    private Replica anew;
    private long position;

    DivergenceDetector(Log log, Follower.Fold<Replica> fold) {
        this.log = log;
        this.fold = fold;
        this.anew = fold.empty();
    }

    /** What the replica was after the last gc entry, for the next one to tell; null before the first. */
    Gc.@Nullable Checksum latest() {
        return own;
    }

    /** Compares what a gc entry tells with what this process had, and notes what it has now. */
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

    /** What was known comes from elsewhere. */
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

    /** Who appended the entry in question. */
    @Nullable
    GroupId author() {
        return suspicion == null ? null : suspicion.author;
    }

    /** The entry up to which both folded; for whoever has a suspicion. */
    long position() {
        return suspicion == null ? -1 : suspicion.position;
    }

    /** Folds the log anew, step by step, while there is a suspicion; whether there was anything to do. */
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
                /* Whoever got past it was told to skip it; begin where everybody begins. */
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
        /* Behind the entry there is nothing to compare any more, but the origin is what everybody begins with. */
        boolean agrees = position > doubted.position
                || ReplicaHash.of(new ReplicaView(anew, position)).equals(doubted.hash);
        verdict = agrees ? Verdict.OWN_MEMORY : Verdict.OTHER_PROGRAM;
        anew = fold.empty();
    }
}
