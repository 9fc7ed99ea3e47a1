package io.sardonyx.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sardonyx.port.Origin;
import io.sardonyx.port.Unreadable;
import io.sardonyx.zookeeper.Znodes.Node;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots (origins) of a log: chunks are written first, under unique names, then one znode that refers to them; the
 * newest two are kept.
 *
 * <p>Publishing checks in the same transaction that all chunks exist. So unreferenced chunks may be deleted at any
 * time, as long as they belong to a position that can no longer be published.
 */
final class ZooKeeperOrigins {

    /** Size of a chunk, below ZooKeeper's limit of 1 MiB per request. */
    private static final int CHUNK_BYTES = 512 * 1024;

    private static final int KEPT = 2;

    /** Retries of a publication that other publications interfere with. */
    private static final int MAX_ATTEMPTS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperOrigins.class);

    private final Znodes znodes;
    private final LogPaths paths;

    ZooKeeperOrigins(Znodes znodes, LogPaths paths) {
        this.znodes = znodes;
        this.paths = paths;
    }

    /** The published snapshots, newest first. */
    CompletableFuture<List<OriginRef>> refs() {
        return current().thenApply(this::refs);
    }

    /** The newest snapshot whose hash matches its chunks; an older one if the newest is damaged. */
    CompletableFuture<Optional<Origin>> newest() {
        return znodes.patiently(() -> refs().thenCompose(refs -> firstWhole(refs, 0)));
    }

    /** Stores a snapshot; false when a newer one exists. One of the same position counts as stored. */
    CompletableFuture<Boolean> store(Origin origin) {
        if (origin.position() < 0) {
            throw new IllegalArgumentException(
                    "an origin at position " + origin.position() + ", before the first entry");
        }
        byte[] state = origin.state().clone();
        int chunks = (state.length + CHUNK_BYTES - 1) / CHUNK_BYTES;
        var ref = new OriginRef(origin.position(), UUID.randomUUID().toString(), chunks, OriginRef.hash(state));
        return refs().thenCompose(refs -> {
            if (isOvertaken(ref, refs)) {
                return CompletableFuture.completedFuture(refs.get(0).position() == ref.position());
            }
            return znodes.ensure(paths.base())
                    .thenCompose(ensured -> write(ref, state, 0))
                    .thenCompose(written -> publish(ref, 1));
        });
    }

    /** Garbage-collects chunks that no snapshot refers to; failures are logged and left to the next call. */
    CompletableFuture<Boolean> sweep() {
        return refs().thenCompose(refs -> znodes.children(paths.chunks()).thenCompose(names -> sweep(refs, names)))
                .exceptionally(failure -> {
                    LOG.warn("chunks of old origins at {} stay until the next origin", paths.base(), failure);
                    return false;
                });
    }

    private CompletableFuture<Boolean> sweep(List<OriginRef> refs, List<String> names) {
        if (refs.isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        long newest = refs.get(0).position();
        Set<String> needed = new HashSet<>();
        refs.forEach(ref -> needed.addAll(ref.chunkNames()));
        var deletions = names.stream()
                .filter(name -> OriginRef.positionOf(name) <= newest && !needed.contains(name))
                .map(name -> znodes.delete(paths.chunk(name)))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(deletions).thenApply(done -> true);
    }

    private CompletableFuture<Boolean> write(OriginRef ref, byte[] state, int index) {
        if (index == ref.chunks()) {
            return CompletableFuture.completedFuture(true);
        }
        byte[] chunk =
                Arrays.copyOfRange(state, index * CHUNK_BYTES, Math.min(state.length, (index + 1) * CHUNK_BYTES));
        return znodes.create(paths.chunk(ref.chunkNames().get(index)), chunk, CreateMode.PERSISTENT)
                .thenCompose(stat -> write(ref, state, index + 1));
    }

    /**
     * Adds the snapshot to the list by compare-and-set, in one transaction with the check of its chunks; retried on
     * conflict.
     */
    private CompletableFuture<Boolean> publish(OriginRef ref, int attempt) {
        return current().thenCompose(node -> {
            var refs = refs(node);
            if (isOvertaken(ref, refs)) {
                return CompletableFuture.completedFuture(refs.get(0).position() == ref.position());
            }
            List<Op> operations = new ArrayList<>();
            ref.chunkNames().forEach(name -> operations.add(Op.check(paths.chunk(name), -1)));
            byte[] data = OriginRef.data(
                    Stream.concat(Stream.of(ref), refs.stream()).limit(KEPT).toList());
            operations.add(
                    node.map(it -> Op.setData(paths.origin(), data, it.stat().getVersion()))
                            .orElseGet(() -> znodes.creation(paths.origin(), data, CreateMode.PERSISTENT)));
            return znodes.multi(operations)
                    .thenApply(published -> true)
                    .exceptionallyCompose(failure -> isOutrun(failure) && attempt < MAX_ATTEMPTS
                            ? publish(ref, attempt + 1)
                            : CompletableFuture.failedFuture(Znodes.cause(failure)));
        });
    }

    /** Whether another snapshot was published between the read and the transaction. */
    private static boolean isOutrun(Throwable failure) {
        return Znodes.is(failure, Code.BADVERSION)
                || Znodes.is(failure, Code.NODEEXISTS)
                || Znodes.is(failure, Code.NONODE);
    }

    private static boolean isOvertaken(OriginRef ref, List<OriginRef> refs) {
        return !refs.isEmpty() && refs.get(0).position() >= ref.position();
    }

    /**
     * Tries the snapshots in turn; starts again if the list has changed meanwhile, since chunks may have been deleted.
     */
    private CompletableFuture<Optional<Origin>> firstWhole(List<OriginRef> refs, int index) {
        if (refs.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        if (index == refs.size()) {
            return CompletableFuture.failedFuture(
                    new Unreadable("no origin of the log at " + paths.base() + " is whole"));
        }
        return read(refs.get(index)).thenCompose(found -> {
            if (found.isPresent()) {
                return CompletableFuture.completedFuture(found);
            }
            return refs().thenCompose(now -> now.equals(refs) ? firstWhole(refs, index + 1) : firstWhole(now, 0));
        });
    }

    private CompletableFuture<Optional<Origin>> read(OriginRef ref) {
        var chunks = ref.chunkNames().stream()
                .map(name -> znodes.get(paths.chunk(name)))
                .toList();
        return CompletableFuture.allOf(chunks.toArray(CompletableFuture[]::new)).thenApply(done -> {
            var state = new ByteArrayOutputStream();
            chunks.forEach(chunk -> chunk.join().ifPresent(it -> state.writeBytes(it.data())));
            byte[] bytes = state.toByteArray();
            return OriginRef.hash(bytes).equals(ref.hash())
                    ? Optional.of(new Origin(ref.position(), bytes))
                    : Optional.empty();
        });
    }

    private CompletableFuture<Optional<Node>> current() {
        return znodes.patiently(
                () -> znodes.sync(paths.origin()).thenCombine(znodes.get(paths.origin()), (synced, node) -> node));
    }

    private List<OriginRef> refs(Optional<Node> node) {
        try {
            return node.map(it -> OriginRef.parse(it.data())).orElse(List.of());
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new Unreadable(paths.origin() + " is damaged: it does not name origins", e);
        }
    }

    /** The reference to a snapshot (origin): its position, its chunks, and the hash that verifies them. */
    record OriginRef(long position, String token, int chunks, String hash) {

        static String hash(byte[] state) {
            try {
                return HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(state));
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError("every JDK has SHA-256", e);
            }
        }

        List<String> chunkNames() {
            return IntStream.range(0, chunks)
                    .mapToObj(i -> position + "-" + token + "-" + i)
                    .toList();
        }

        static long positionOf(String chunkName) {
            return Long.parseLong(chunkName.substring(0, chunkName.indexOf('-')));
        }

        /** Newest first, one a line. */
        static List<OriginRef> parse(byte[] data) {
            return new String(data, US_ASCII).lines().map(OriginRef::parse).toList();
        }

        static byte[] data(List<OriginRef> refs) {
            return refs.stream()
                    .map(ref -> ref.position + " " + ref.token + " " + ref.chunks + " " + ref.hash)
                    .collect(Collectors.joining("\n"))
                    .getBytes(US_ASCII);
        }

        private static OriginRef parse(String line) {
            String[] words = line.split(" ", -1);
            return new OriginRef(Long.parseLong(words[0]), words[1], Integer.parseInt(words[2]), words[3]);
        }
    }
}
