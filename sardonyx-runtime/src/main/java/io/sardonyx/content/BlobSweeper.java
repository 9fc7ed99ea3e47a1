package io.sardonyx.content;

import io.sardonyx.port.Blobs;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;

/**
 * Garbage collector of blobs: deletes the state of jobs that the replica no longer remembers, a few blobs per step.
 *
 * <p>It goes by what is stored, not by what happened: what a late writer stores of a job that was forgotten meanwhile
 * is found by a later sweep. A name is never used again, so deleting one from an old list cannot hit a new blob. Blobs
 * of a job that is unknown to the replica are deleted only when they were there {@link DocumentSweeper#GRACE} before.
 *
 * <p>One step at a time, as of {@link DocumentSweeper}.
 */
public final class BlobSweeper {

    /** Most blobs of unknown jobs that are tracked at once; others wait for a later sweep. */
    private static final int MOST_DOUBTED = 10_000;

    private final StateBlobs blobs;
    private final BiPredicate<Replica, String> isKept;
    /** Whether there may be blobs at all; until then nothing is opened. */
    private boolean isWanted;
    /** Blobs of unknown jobs, and when they were first seen, on the monotonic clock. */
    private Map<String, Long> doubted = new HashMap<>();

    public BlobSweeper(StateBlobs blobs) {
        this(blobs, BlobSweeper::isNeeded);
    }

    /**
     * @param isKept whether a blob of a forgotten job is still needed; asked with the name as {@link StateBlobs#name}
     *     gave it
     */
    BlobSweeper(StateBlobs blobs, BiPredicate<Replica, String> isKept) {
        this.blobs = blobs;
        this.isKept = isKept;
    }

    /** Whether a live job has resumed from a blob of a forgotten one. None can yet. */
    private static boolean isNeeded(Replica replica, String blob) {
        return false;
    }

    /** Says that a job with checkpoints was forgotten, so that there may be something to sweep. */
    void forgotten(JobId job) {
        isWanted = true;
    }

    /** Whether there may be any blobs: an address is set, or some job has or had checkpoints, or is to make them. */
    boolean isWanted(Replica replica) {
        Jobs jobs = replica.jobs();
        isWanted |= replica.cluster().stateUri() != null
                || jobs.live().values().stream()
                        .anyMatch(run ->
                                run.job().hasCheckpoints() || run.checkpoints().latestNumber() > 0)
                || jobs.killed().values().stream()
                        .anyMatch(ending -> ending.job().hasCheckpoints());
        return isWanted;
    }

    /** Looks at all blobs and deletes some that are not needed. The replica must be current. */
    CompletionStage<DocumentSweeper.Next> step(Replica replica, long nowNanos) {
        Blobs found = blobs.of(replica.cluster()).orElse(null);
        if (found == null) {
            return CompletableFuture.completedFuture(DocumentSweeper.Next.DONE);
        }
        return found.names(StateBlobs.KIND + "/").thenCompose(names -> {
            List<String> over = over(names, replica, nowNanos);
            List<String> some = over.subList(0, Math.min(over.size(), DocumentSweeper.AT_ONCE));
            return deleted(found, some).thenApply(done -> {
                doubted.keySet().removeAll(some);
                return next(some.size() == over.size());
            });
        });
    }

    /** The blobs that nobody needs. */
    private List<String> over(List<String> names, Replica replica, long nowNanos) {
        var over = new ArrayList<String>();
        var stillDoubted = new HashMap<String, Long>();
        for (String name : names) {
            JobId job = DocumentName.jobOf(name);
            Jobs jobs = replica.jobs();
            if (job == null || DocumentSweeper.keeps(jobs, job) || isKept.test(replica, name)) {
                continue;
            }
            Long since = doubted.getOrDefault(name, nowNanos);
            if (jobs.knows(job) || nowNanos - since >= DocumentSweeper.GRACE.toNanos()) {
                over.add(name);
            } else if (stillDoubted.size() < MOST_DOUBTED) {
                stillDoubted.put(name, since);
            }
        }
        over.stream().filter(doubted::containsKey).forEach(name -> stillDoubted.put(name, doubted.get(name)));
        doubted = stillDoubted;
        return over;
    }

    private static CompletionStage<Boolean> deleted(Blobs blobs, List<String> names) {
        CompletionStage<Boolean> done = CompletableFuture.completedFuture(true);
        for (String name : names) {
            done = done.thenCompose(before -> blobs.delete(name));
        }
        return done;
    }

    private DocumentSweeper.Next next(boolean isAll) {
        if (!isAll) {
            return DocumentSweeper.Next.MORE;
        }
        return doubted.isEmpty() ? DocumentSweeper.Next.DONE : DocumentSweeper.Next.LATER;
    }
}
