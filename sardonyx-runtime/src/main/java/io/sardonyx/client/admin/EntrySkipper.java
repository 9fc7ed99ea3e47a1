package io.sardonyx.client.admin;

import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.coordinate.RunningCoordinator;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReadPositions;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.follow.SkippedEntries;
import io.sardonyx.follow.SkippedEntries.Skip;
import io.sardonyx.follow.StoreTimeoutText;
import io.sardonyx.group.Pulse;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Log;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Skips a damaged entry of the cluster's log, or of the coordinator's, on an operator's request: its content is lost,
 * and all followers go on after it as if it had changed nothing. Reads the log directly, as a client would stop at that
 * entry.
 */
public final class EntrySkipper {

    private final Store store;
    private final Log log;
    private final Follower.Fold<?> fold;
    private final SkippedEntries skipped;
    private final Duration patience;
    /* Whether it is the coordinator's log, which coordinators read, too. */
    private final boolean ofEvents;

    /**
     * Result of a request to skip.
     *
     * @param skip the decision that is stored now, or null when it was refused
     * @param refusal why it was refused, or null when it was not
     */
    public record Verdict(@Nullable Skip skip, @Nullable String refusal) {}

    /**
     * Of the cluster's log.
     *
     * @param patience timeout of each request to the store
     */
    public EntrySkipper(Store store, Duration patience) {
        this(store, store.log(LogScanner.LOG), new ReplicaFold(), new SkippedEntries(store), patience);
    }

    private EntrySkipper(Store store, Log log, Follower.Fold<?> fold, SkippedEntries skipped, Duration patience) {
        this.store = store;
        this.log = log;
        this.fold = fold;
        this.skipped = skipped;
        this.patience = patience;
        this.ofEvents = fold instanceof RosterFold;
    }

    /** Of the coordinator's log of a founded cluster. */
    public static EntrySkipper ofCoordinator(Store store, ClusterParameters cluster, Duration patience) {
        return new EntrySkipper(
                store,
                store.log(RosterFold.log(cluster)),
                new RosterFold(),
                SkippedEntries.ofCoordinator(store, cluster),
                patience);
    }

    /**
     * Skips an entry, unless a live member or coordinator has read it: what it holds would differ from all others.
     *
     * @param settling how long to wait for members to store their read positions
     * @throws BadInput for an entry that is not damaged, or not there
     */
    public Verdict skip(long position, String by, Duration settling) {
        DamagedEntry damaged = damaged(position);
        Optional<Skip> before = answer(skipped.find(position));
        if (before.isPresent() && before.get().hash().equals(damaged.hash())) {
            return new Verdict(before.get(), null);
        }
        String refusal = readBy(position);
        if (refusal == null) {
            LockSupport.parkNanos(settling.toNanos());
            refusal = readBy(position);
        }
        if (refusal != null) {
            return new Verdict(null, refusal);
        }
        var skip = new Skip(
                position,
                damaged.hash(),
                Cause.cut(String.valueOf(damaged.getMessage())),
                Cause.cut(by),
                System.currentTimeMillis());
        return answer(skipped.write(skip))
                ? new Verdict(skip, null)
                : new Verdict(null, "somebody else has just skipped it, or skipped another entry in its place before");
    }

    /** The damaged entry at a position; throws if it is readable, trimmed or not there. */
    private DamagedEntry damaged(long position) {
        boolean isCovered = answer(log.origin())
                .filter(origin -> origin.position() >= position)
                .isPresent();
        if (isCovered) {
            throw new BadInput("entry " + position + " is behind the log's origin, so nobody needs it any more");
        }
        Slice slice;
        try {
            slice = answer(log.read(position, 1));
        } catch (DamagedEntry damaged) {
            return damaged;
        }
        if (slice.trimmed() || slice.entries().isEmpty()) {
            throw new BadInput("there is no entry " + position + (slice.trimmed() ? " any more" : " yet"));
        }
        byte[] stored = slice.entries().get(0);
        try {
            fold.decode(position, stored);
        } catch (DamagedEntry damaged) {
            return damaged;
        } catch (UnreadableEntry e) {
            throw new BadInput("entry " + position + " is not damaged, and a newer program may understand it: "
                    + e.getMessage() + "; only a damaged entry can be skipped");
        }
        throw new BadInput("entry " + position + " can be read; only a damaged one can be skipped");
    }

    /** A message that names a live member or coordinator which has read the entry; null when there is none. */
    private @Nullable String readBy(long position) {
        var positions = new ReadPositions(store.documents());
        for (Map.Entry<GroupId, Long> member :
                answer(ofEvents ? positions.ofEvents() : positions.all()).entrySet()) {
            if (member.getValue() >= position && answer(store.leases().isHeld(Pulse.nameOf(member.getKey())))) {
                return hasRead("member " + member.getKey(), member.getValue(), position);
            }
        }
        if (ofEvents) {
            for (RunningCoordinator running : answer(RunningCoordinator.all(store))) {
                if (running.position() >= position) {
                    return hasRead(running.id().text(), running.position(), position);
                }
            }
        }
        return null;
    }

    private static String hasRead(String who, long upTo, long position) {
        return who + " has read entries up to " + upTo + ", entry " + position
                + " among them; stop it first, or those who skip the entry would differ from it";
    }

    private <T> T answer(CompletionStage<T> asked) {
        try {
            return asked.toCompletableFuture().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new StoreUnreachable(StoreTimeoutText.within(patience, "what was asked for", null), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnreachable("interrupted while waiting for the store", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
