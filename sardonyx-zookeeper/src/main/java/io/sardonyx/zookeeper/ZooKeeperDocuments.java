package io.sardonyx.zookeeper;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.SetDataResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooDefs;

/**
 * Documents as znodes, with compare-and-set on the mzxid, which is never reused.
 *
 * <p>ZooKeeper itself compares the data version, which restarts at 0 when a znode is deleted and created again. So each
 * deletion also increments a tombstone counter, and a write only succeeds if that has not changed since the check.
 *
 * <p>Names are listed with one request; with millions of documents its response becomes too large.
 */
final class ZooKeeperDocuments implements Documents {

    /** Number of tombstone counters; documents share them by hash of the name. */
    private static final int GRAVE_SHARDS = 64;

    private static final int MAX_ATTEMPTS = 1_000;

    private final String base;
    private final String graves;
    private final Znodes znodes;
    private final ZnodeWatches watching;

    ZooKeeperDocuments(String root, Znodes znodes, ZnodeWatches watching) {
        this.base = root + "/documents";
        this.graves = root + "/graves/";
        this.znodes = znodes;
        this.watching = watching;
    }

    @Override
    public CompletionStage<List<Document>> read(Collection<String> names) {
        var wanted = List.copyOf(names);
        return znodes.patiently(() -> {
            var synced = znodes.sync(base);
            var reads = wanted.stream().map(this::read).toList();
            return synced.thenCompose(done -> CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)))
                    .thenApply(done -> reads.stream()
                            .map(CompletableFuture::join)
                            .flatMap(Optional::stream)
                            .toList());
        });
    }

    @Override
    public CompletionStage<List<String>> names(String prefix) {
        return znodes.patiently(() -> znodes.children(base))
                .thenApply(children -> children.stream()
                        .map(ZnodeNames::unescape)
                        .filter(name -> name.startsWith(prefix))
                        .toList());
    }

    @Override
    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
        if (body.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a document of " + body.length + " bytes; it may have " + MAX_BYTES + " at most");
        }
        byte[] copy = body.clone();
        if (seen == ABSENT) {
            var created = znodes.create(path(name), copy, CreateMode.PERSISTENT)
                    .thenApply(stat -> OptionalLong.of(stat.getMzxid()));
            return Znodes.recovering(
                    created, Code.NODEEXISTS, () -> CompletableFuture.completedFuture(OptionalLong.empty()));
        }
        return ifSeen(name, seen, version -> Op.setData(path(name), copy, version), 1)
                .thenApply(results -> results.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(
                                ((SetDataResult) results.get(1)).getStat().getMzxid()));
    }

    @Override
    public CompletionStage<Boolean> delete(String name, long seen) {
        if (seen == DAMAGED) {
            return CompletableFuture.completedFuture(false); // ZooKeeper verifies its own data
        }
        return ifSeen(name, seen, version -> Op.delete(path(name), version), 1)
                .thenApply(results -> !results.isEmpty());
    }

    @Override
    public Watch onChange(String prefix, Runnable nudge) {
        return watching.watch(
                new ZnodeWatches.Subject(base, AddWatchMode.PERSISTENT_RECURSIVE),
                event -> isBelow(event, prefix),
                () -> CompletableFuture.completedFuture(true),
                nudge);
    }

    private boolean isBelow(WatchedEvent event, String prefix) {
        String path = event.getPath();
        return path.length() <= base.length()
                || ZnodeNames.unescape(path.substring(base.length() + 1)).startsWith(prefix);
    }

    private CompletableFuture<Optional<Document>> read(String name) {
        return znodes.get(path(name))
                .thenApply(found -> found.map(
                        node -> new Document(name, node.data(), node.stat().getMzxid())));
    }

    /**
     * Compare-and-set: the results of the operation, or none if the document's version is not the one seen. Retried
     * while other writes on the same tombstone counter interfere.
     */
    private CompletableFuture<List<OpResult>> ifSeen(String name, long seen, Function<Integer, Op> step, int attempt) {
        String grave = grave(name);
        var synced = znodes.sync(base);
        var graveNow = znodes.stat(grave);
        var documentNow = znodes.stat(path(name));
        return synced.thenCompose(done -> graveNow)
                .thenCompose(dug -> documentNow.thenCompose(stat -> {
                    if (stat.isEmpty() || stat.get().getMzxid() != seen) {
                        return CompletableFuture.completedFuture(List.<OpResult>of());
                    }
                    if (dug.isEmpty()) {
                        return znodes.ensure(grave).thenCompose(ensured -> ifSeen(name, seen, step, attempt));
                    }
                    var operation = step.apply(stat.get().getVersion());
                    return tryStep(operation, grave, dug.get().getVersion())
                            .exceptionallyCompose(failure -> isOutrun(failure) && attempt < MAX_ATTEMPTS
                                    ? ifSeen(name, seen, step, attempt + 1)
                                    : CompletableFuture.failedFuture(Znodes.cause(failure)));
                }));
    }

    /** A deletion increments the tombstone counter; any other operation only checks it. */
    private CompletableFuture<List<OpResult>> tryStep(Op operation, String grave, int graveVersion) {
        boolean isBurial = operation.getType() == ZooDefs.OpCode.delete;
        List<Op> operations = new ArrayList<>();
        operations.add(isBurial ? Op.setData(grave, Znodes.NOTHING, graveVersion) : Op.check(grave, graveVersion));
        operations.add(operation);
        return znodes.multi(operations);
    }

    /** Whether another write came between the check and the operation. */
    private static boolean isOutrun(Throwable failure) {
        return Znodes.is(failure, Code.BADVERSION) || Znodes.is(failure, Code.NONODE);
    }

    private String path(String name) {
        return base + "/" + ZnodeNames.escape(name);
    }

    private String grave(String name) {
        return graves + Math.floorMod(name.hashCode(), GRAVE_SHARDS);
    }
}
