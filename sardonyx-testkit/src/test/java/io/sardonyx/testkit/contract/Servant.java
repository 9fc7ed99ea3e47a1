package io.sardonyx.testkit.contract;

import static io.sardonyx.testkit.contract.Frames.all;
import static io.sardonyx.testkit.contract.Frames.body;
import static io.sardonyx.testkit.contract.Frames.bytes;
import static io.sardonyx.testkit.contract.Frames.text;
import static io.sardonyx.testkit.contract.Frames.texts;

import io.sardonyx.port.Document;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.store.Stores;
import io.sardonyx.testkit.contract.Frames.Frame;
import io.sardonyx.testkit.contract.Frames.Writer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A process that opens one store at a time and does with it what it is told on its input. */
final class Servant {

    private final DataOutputStream out;
    private final Map<Integer, Watch> watches = new HashMap<>();
    private final Map<Integer, Lease> leases = new ConcurrentHashMap<>();
    private Store store;

    private Servant(DataOutputStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        var servant =
                new Servant(new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out))));
        var in = new DataInputStream(new BufferedInputStream(System.in));
        try {
            while (true) {
                servant.serve(Frames.receive(in));
            }
        } catch (EOFException end) {
            System.exit(0);
        }
    }

    private void serve(Frame frame) throws IOException {
        CompletionStage<byte[]> answer;
        try {
            answer = frame.read(in -> answer(Op.valueOf(text(in)), frame.id(), in));
        } catch (RuntimeException refusal) {
            answer = CompletableFuture.failedFuture(refusal);
        }
        answer.whenComplete((body, failure) -> send(
                failure == null
                        ? new Frame(frame.id(), Frames.ANSWER, body)
                        : new Frame(frame.id(), Frames.FAILURE, body(to -> text(to, failure.toString())))));
    }

    private void send(Frame frame) {
        try {
            Frames.send(out, frame);
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
    }

    private CompletionStage<byte[]> answer(Op op, int id, DataInputStream in) throws IOException {
        switch (op) {
            case OPEN -> {
                store = Stores.open(text(in));
                return done();
            }
            case CLOSE -> {
                store.close();
                return done();
            }
            case APPEND, READ, ORIGIN, REBASE, ON_APPEND -> {
                return log(op, id, in);
            }
            case DOCUMENTS, NAMES, WRITE, DELETE, ON_CHANGE -> {
                return documents(op, id, in);
            }
            case BLOB_WRITE, BLOB_READ, BLOB_NAMES, BLOB_DELETE -> {
                return blobs(op, in);
            }
            case END_WATCH -> {
                watches.remove(in.readInt()).close();
                return done();
            }
            default -> {
                return leases(op, id, in);
            }
        }
    }

    private CompletionStage<byte[]> log(Op op, int id, DataInputStream in) throws IOException {
        var log = store.log(text(in));
        return switch (op) {
            case APPEND -> later(log.append(all(in)), it -> to -> to.writeLong(it));
            case READ ->
                later(log.read(in.readLong(), in.readInt()), it -> to -> {
                    to.writeBoolean(it.trimmed());
                    all(to, it.entries());
                });
            case ORIGIN ->
                later(log.origin(), it -> to -> {
                    to.writeLong(it.map(Origin::position).orElse(-1L));
                    bytes(to, it.map(Origin::state).orElse(new byte[0]));
                });
            case REBASE -> later(log.rebase(new Origin(in.readLong(), bytes(in))), it -> to -> to.writeBoolean(it));
            default -> watch(id, log.onAppend(nudge(id)));
        };
    }

    private CompletionStage<byte[]> documents(Op op, int id, DataInputStream in) throws IOException {
        var documents = store.documents();
        return switch (op) {
            case DOCUMENTS ->
                later(documents.read(texts(in)), it -> to -> {
                    to.writeInt(it.size());
                    for (Document document : it) {
                        text(to, document.name());
                        bytes(to, document.body());
                        to.writeLong(document.version());
                    }
                });
            case NAMES -> later(documents.names(text(in)), it -> to -> texts(to, it));
            case WRITE ->
                later(documents.write(text(in), bytes(in), in.readLong()), it -> to -> {
                    to.writeBoolean(it.isPresent());
                    to.writeLong(it.orElse(0));
                });
            case DELETE -> later(documents.delete(text(in), in.readLong()), it -> to -> to.writeBoolean(it));
            default -> watch(id, documents.onChange(text(in), nudge(id)));
        };
    }

    private CompletionStage<byte[]> blobs(Op op, DataInputStream in) throws IOException {
        var blobs = store.blobs().orElseThrow();
        return switch (op) {
            case BLOB_WRITE ->
                later(
                        blobs.write(
                                text(in), all(in).stream().map(ByteBuffer::wrap).toList()),
                        it -> to -> to.writeBoolean(it));
            case BLOB_READ ->
                later(blobs.read(text(in), in.readLong(), in.readInt()), it -> to -> {
                    to.writeBoolean(it.isPresent());
                    bytes(to, it.map(ByteBuffer::array).orElse(new byte[0]));
                });
            case BLOB_NAMES -> later(blobs.names(text(in)), it -> to -> texts(to, it));
            default -> later(blobs.delete(text(in)), it -> to -> to.writeBoolean(it));
        };
    }

    private CompletionStage<byte[]> leases(Op op, int id, DataInputStream in) throws IOException {
        return switch (op) {
            case CLAIM -> later(store.leases().claim(text(in), text(in)), it -> claimed(id, it));
            case IS_HELD -> later(store.leases().isHeld(text(in)), it -> to -> to.writeBoolean(it));
            case ON_FREE -> watch(id, store.leases().onFree(text(in), nudge(id)));
            case ON_STANDING -> watch(id, leases.get(in.readInt()).onChange(nudge(id)));
            case STANDING -> {
                Lease lease = leases.get(in.readInt());
                yield CompletableFuture.completedFuture(
                        body(to -> text(to, lease.standing().name())));
            }
            default -> {
                leases.get(in.readInt()).close();
                yield done();
            }
        };
    }

    private Writer claimed(int id, Optional<Lease> lease) {
        lease.ifPresent(it -> leases.put(id, it));
        return to -> {
            to.writeBoolean(lease.isPresent());
            to.writeLong(lease.map(Lease::fence).orElse(0L));
        };
    }

    private Runnable nudge(int id) {
        return () -> send(new Frame(id, Frames.NUDGE, new byte[0]));
    }

    private CompletionStage<byte[]> watch(int id, Watch watch) {
        watches.put(id, watch);
        return done();
    }

    private static <T> CompletionStage<byte[]> later(CompletionStage<T> stage, Function<T, Writer> writer) {
        return stage.thenApply(it -> body(writer.apply(it)));
    }

    private static CompletionStage<byte[]> done() {
        return CompletableFuture.completedFuture(new byte[0]);
    }

    /** How to start one. */
    static Process start() throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        List<String> command = List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Servant.class.getName());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
