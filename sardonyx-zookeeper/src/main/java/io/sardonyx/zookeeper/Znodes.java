package io.sardonyx.zookeeper;

import io.sardonyx.port.Forbidden;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ZooKeeper's asynchronous API as futures; they complete on its event thread, in the order in which requests were sent.
 */
final class Znodes {

    static final byte[] NOTHING = {};

    private static final int READ_ATTEMPTS = 7;
    private static final long FIRST_PAUSE_MILLIS = 50;

    private static final Logger LOG = LoggerFactory.getLogger(Znodes.class);

    private final ZooKeeperConnection connection;
    private final List<ACL> acl;

    Znodes(ZooKeeperConnection connection, boolean creatorOnly) {
        this.connection = connection;
        this.acl = creatorOnly ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    /** Data and metadata of a znode. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Node(byte[] data, Stat stat) {}

    /** A request whose callback completes the future. */
    private interface Call<T> {
        void send(ZooKeeper zooKeeper, CompletableFuture<T> answer);
    }

    /** Creates the znode and, if necessary, its parents; fails with {@link Code#NODEEXISTS}. */
    CompletableFuture<Stat> create(String path, byte[] data, CreateMode mode) {
        return recovering(
                createHere(path, data, mode),
                Code.NONODE,
                () -> ensure(parent(path)).thenCompose(ensured -> createHere(path, data, mode)));
    }

    /** Creates the znode unless it exists; whether it was created. */
    CompletableFuture<Boolean> ensure(String path) {
        var created = create(path, NOTHING, CreateMode.PERSISTENT).thenApply(stat -> true);
        return recovering(created, Code.NODEEXISTS, () -> CompletableFuture.completedFuture(false));
    }

    CompletableFuture<Optional<Node>> get(String path) {
        return call((zooKeeper, answer) -> zooKeeper.getData(
                path,
                false,
                (code, at, context, data, stat) -> {
                    if (code == Code.NONODE.intValue()) {
                        answer.complete(Optional.empty());
                    } else if (isOk(code, at, answer)) {
                        answer.complete(Optional.of(new Node(data == null ? NOTHING : data, stat)));
                    }
                },
                null));
    }

    CompletableFuture<Optional<Stat>> stat(String path) {
        return call((zooKeeper, answer) -> zooKeeper.exists(
                path,
                false,
                (code, at, context, stat) -> {
                    if (code == Code.NONODE.intValue()) {
                        answer.complete(Optional.empty());
                    } else if (isOk(code, at, answer)) {
                        answer.complete(Optional.of(stat));
                    }
                },
                null));
    }

    /** False when there was no such znode. */
    CompletableFuture<Boolean> delete(String path) {
        return call((zooKeeper, answer) -> zooKeeper.delete(
                path,
                -1,
                (code, at, context) -> {
                    if (code == Code.NONODE.intValue()) {
                        answer.complete(false);
                    } else if (isOk(code, at, answer)) {
                        answer.complete(true);
                    }
                },
                null));
    }

    CompletableFuture<List<String>> children(String path) {
        return call((zooKeeper, answer) -> zooKeeper.getChildren(
                path,
                false,
                (code, at, context, children) -> {
                    if (code == Code.NONODE.intValue()) {
                        answer.complete(List.of());
                    } else if (isOk(code, at, answer)) {
                        answer.complete(children);
                    }
                },
                null));
    }

    /** Flushes the server's view: reads sent after it see at least the state at the time of this call. */
    CompletableFuture<Boolean> sync(String path) {
        return call((zooKeeper, answer) -> zooKeeper.sync(
                path,
                (code, at, context) -> {
                    if (isOk(code, at, answer)) {
                        answer.complete(true);
                    }
                },
                null));
    }

    /** An atomic transaction: all operations or none. */
    CompletableFuture<List<OpResult>> multi(List<Op> operations) {
        return call((zooKeeper, answer) -> zooKeeper.multi(
                operations,
                (code, at, context, results) -> {
                    if (isOk(code, at, answer)) {
                        answer.complete(results);
                    }
                },
                null));
    }

    /** A batch of reads, each with its own result; that of an absent znode is an error result. */
    CompletableFuture<List<OpResult>> reads(List<Op> operations) {
        return call((zooKeeper, answer) -> zooKeeper.multi(
                operations,
                (code, at, context, results) -> {
                    boolean isAbsence = code == Code.NONODE.intValue() && results != null;
                    if (isAbsence || isOk(code, at, answer)) {
                        answer.complete(results);
                    }
                },
                null));
    }

    Op creation(String path, byte[] data, CreateMode mode) {
        return Op.create(path, data, acl, mode);
    }

    /**
     * Retries a read with exponential backoff, for some seconds, when the connection breaks. Never for writes: after a
     * connection loss it is unknown whether one took effect.
     */
    <T> CompletableFuture<T> patiently(Supplier<CompletableFuture<T>> read) {
        var answer = new CompletableFuture<T>();
        attempt(read, answer, 1);
        return answer;
    }

    /**
     * Handles the result of a future. If the handler throws on success, that is logged and the handler is called again
     * with the exception as failure.
     */
    static <T> void finish(
            CompletableFuture<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> end) {
        var unused = stage.handle((value, failure) -> {
            try {
                end.accept(value, failure == null ? null : cause(failure));
            } catch (RuntimeException | Error e) {
                LOG.error("what follows an answer of ZooKeeper failed", e);
                if (failure == null) {
                    end.accept(null, e);
                }
            }
            return true;
        });
    }

    private <T> void attempt(Supplier<CompletableFuture<T>> read, CompletableFuture<T> answer, int count) {
        finish(read.get(), (value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else if (count < READ_ATTEMPTS && isBroken(failure) && !connection.isClosed()) {
                connection.later(() -> attempt(read, answer, count + 1), FIRST_PAUSE_MILLIS << count);
            } else {
                answer.completeExceptionally(cause(failure));
            }
        });
    }

    /** Falls back to another future if this one failed with the code. */
    static <T> CompletableFuture<T> recovering(
            CompletableFuture<T> stage, Code code, Supplier<CompletableFuture<T>> instead) {
        return stage.exceptionallyCompose(
                failure -> is(failure, code) ? instead.get() : CompletableFuture.failedFuture(cause(failure)));
    }

    static boolean is(Throwable failure, Code code) {
        return cause(failure) instanceof KeeperException known && known.code() == code;
    }

    /** Whether the failure leaves open if the request took effect. */
    static boolean isBroken(Throwable failure) {
        return is(failure, Code.CONNECTIONLOSS)
                || is(failure, Code.SESSIONEXPIRED)
                || is(failure, Code.SESSIONMOVED)
                || is(failure, Code.OPERATIONTIMEOUT)
                || is(failure, Code.REQUESTTIMEOUT);
    }

    /** Unwraps a {@link CompletionException}. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private CompletableFuture<Stat> createHere(String path, byte[] data, CreateMode mode) {
        return call((zooKeeper, answer) -> zooKeeper.create(
                path,
                data,
                acl,
                mode,
                (code, at, context, name, stat) -> {
                    if (isOk(code, at, answer)) {
                        answer.complete(stat);
                    }
                },
                null));
    }

    private <T> CompletableFuture<T> call(Call<T> call) {
        var answer = new CompletableFuture<T>();
        try {
            call.send(connection.zooKeeper(), answer);
        } catch (KeeperException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    /** Whether the request succeeded; if not, the future is failed. */
    private static boolean isOk(int code, @Nullable String path, CompletableFuture<?> answer) {
        if (code == Code.OK.intValue()) {
            return true;
        }
        answer.completeExceptionally(failure(Code.get(code), path));
        return false;
    }

    private static Exception failure(Code code, @Nullable String path) {
        return switch (code) {
            case NOAUTH ->
                new Forbidden((path == null ? "the tenancy" : path) + " is closed to this process; start it"
                        + " under the identity that created the tenancy, or choose another tenancy");
            case INVALIDACL ->
                new Forbidden("acl=creator needs an identity, and this process has none;"
                        + " give it one, as by SASL, or leave acl=creator out");
            default -> KeeperException.create(code, path);
        };
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }
}
