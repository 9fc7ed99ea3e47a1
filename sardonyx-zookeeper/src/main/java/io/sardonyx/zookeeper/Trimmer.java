package io.sardonyx.zookeeper;

import io.sardonyx.zookeeper.Znodes.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.SetDataResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the oldest entries of a log, in batches, each in one {@code multi} with the trim mark.
 *
 * <p>Of two processes that trim concurrently, the mark's version lets one continue; after a crash the next trim
 * resumes.
 */
final class Trimmer {

    /** Deletions per {@code multi}. */
    private static final int BATCH = 400;

    private static final Logger LOG = LoggerFactory.getLogger(Trimmer.class);

    private final Znodes znodes;
    private final LogPaths paths;

    Trimmer(Znodes znodes, LogPaths paths) {
        this.znodes = znodes;
        this.paths = paths;
    }

    /**
     * Completes when the entries below the floor are deleted or another process has taken over; never exceptionally.
     */
    CompletableFuture<Boolean> trim(long floor) {
        return znodes.patiently(() -> znodes.get(paths.entries()))
                .thenCompose(
                        found -> found.map(node -> raise(node, floor)).orElse(CompletableFuture.completedFuture(false)))
                .exceptionally(failure -> {
                    if (!Znodes.is(failure, Code.BADVERSION)) {
                        LOG.warn("trimming the log at {} goes on with its next origin", paths.base(), failure);
                    }
                    return false;
                });
    }

    /** Writes the new floor before anything is deleted. */
    private CompletableFuture<Boolean> raise(Node parent, long wanted) {
        var mark = TrimMark.of(parent.data());
        int version = parent.stat().getVersion();
        long floor = Math.min(wanted, LogPaths.created(parent.stat()));
        if (floor <= mark.floor()) {
            return sweep(mark, version);
        }
        var raised = new TrimMark(floor, mark.swept());
        return mark(raised, List.of(), version).thenCompose(next -> sweep(raised, next));
    }

    /** Deletes batch by batch up to the floor. */
    private CompletableFuture<Boolean> sweep(TrimMark mark, int version) {
        if (mark.swept() >= mark.floor()) {
            return CompletableFuture.completedFuture(true);
        }
        long until = Math.min(mark.swept() + BATCH, mark.floor());
        List<Op> deletions = new ArrayList<>();
        for (long position = mark.swept(); position < until; position++) {
            deletions.add(Op.delete(paths.entry(position), -1));
        }
        var next = new TrimMark(mark.floor(), until);
        return Znodes.recovering(mark(next, deletions, version), Code.NONODE, () -> oneByOne(mark, next, version))
                .thenCompose(marked -> sweep(next, marked));
    }

    /** Deletes the batch one by one, since entries that were deleted by hand make the {@code multi} fail. */
    private CompletableFuture<Integer> oneByOne(TrimMark mark, TrimMark next, int version) {
        List<CompletableFuture<Boolean>> deletions = new ArrayList<>();
        for (long position = mark.swept(); position < next.swept(); position++) {
            deletions.add(znodes.delete(paths.entry(position)));
        }
        return CompletableFuture.allOf(deletions.toArray(CompletableFuture[]::new))
                .thenCompose(done -> mark(next, List.of(), version));
    }

    private CompletableFuture<Integer> mark(TrimMark mark, List<Op> deletions, int version) {
        List<Op> operations = new ArrayList<>(deletions);
        operations.add(Op.setData(paths.entries(), mark.data(), version));
        return znodes.multi(operations).thenApply(Trimmer::version);
    }

    private static int version(List<OpResult> results) {
        return ((SetDataResult) results.get(results.size() - 1)).getStat().getVersion();
    }

    /**
     * The trim offset of a log, stored as the data of the entries' parent znode.
     *
     * @param floor entries below it are deleted or being deleted; written before the first deletion
     * @param swept entries below it are deleted; written in the same {@code multi} as each batch of deletions
     */
    record TrimMark(long floor, long swept) {

        static TrimMark of(byte[] data) {
            if (data.length == 0) {
                return new TrimMark(0, 0);
            }
            String[] words = new String(data, StandardCharsets.US_ASCII).split(" ", -1);
            return new TrimMark(Long.parseLong(words[0]), Long.parseLong(words[1]));
        }

        byte[] data() {
            return (floor + " " + swept).getBytes(StandardCharsets.US_ASCII);
        }
    }
}
