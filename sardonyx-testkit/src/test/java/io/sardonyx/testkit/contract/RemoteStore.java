package io.sardonyx.testkit.contract;

import static io.sardonyx.testkit.contract.Frames.all;
import static io.sardonyx.testkit.contract.Frames.bytes;
import static io.sardonyx.testkit.contract.Frames.text;
import static io.sardonyx.testkit.contract.Frames.texts;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that another process opened: every call is passed on to it. */
final class RemoteStore implements Store {

    private final Line line;

    RemoteStore(Line line) {
        this.line = line;
    }

    @Override
    public Log log(String name) {
        return new RemoteLog(name);
    }

    @Override
    public Documents documents() {
        return new RemoteDocuments();
    }

    @Override
    public Leases leases() {
        return new RemoteLeases();
    }

    @Override
    public void close() {
        line.call(Op.CLOSE, to -> {}, in -> true).join();
    }

    private Watch watch(Op op, Frames.Writer writer, Runnable nudge) {
        int id = line.watch(op, writer, nudge);
        var isClosed = new java.util.concurrent.atomic.AtomicBoolean();
        return () -> {
            if (isClosed.compareAndSet(false, true)) {
                line.call(Op.END_WATCH, to -> to.writeInt(id), in -> true).join();
            }
        };
    }

    private final class RemoteLog implements Log {

        private final String name;

        RemoteLog(String name) {
            this.name = name;
        }

        @Override
        public CompletionStage<Long> append(List<byte[]> entries) {
            return line.call(
                    Op.APPEND,
                    to -> {
                        text(to, name);
                        all(to, entries);
                    },
                    in -> in.readLong());
        }

        @Override
        public CompletionStage<Slice> read(long from, int limit) {
            return line.call(
                    Op.READ,
                    to -> {
                        text(to, name);
                        to.writeLong(from);
                        to.writeInt(limit);
                    },
                    in -> in.readBoolean() ? new Slice(all(in), true) : Slice.of(all(in)));
        }

        @Override
        public CompletionStage<Optional<Origin>> origin() {
            return line.call(
                    Op.ORIGIN,
                    to -> text(to, name),
                    in -> Optional.of(new Origin(in.readLong(), bytes(in))).filter(it -> it.position() >= 0));
        }

        @Override
        public CompletionStage<Boolean> rebase(Origin origin) {
            return line.call(
                    Op.REBASE,
                    to -> {
                        text(to, name);
                        to.writeLong(origin.position());
                        bytes(to, origin.state());
                    },
                    in -> in.readBoolean());
        }

        @Override
        public Watch onAppend(Runnable nudge) {
            return watch(Op.ON_APPEND, to -> text(to, name), nudge);
        }
    }

    private final class RemoteDocuments implements Documents {

        @Override
        public CompletionStage<List<Document>> read(Collection<String> names) {
            return line.call(Op.DOCUMENTS, to -> texts(to, names), in -> {
                int count = in.readInt();
                List<Document> found = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    found.add(new Document(text(in), bytes(in), in.readLong()));
                }
                return found;
            });
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return line.call(Op.NAMES, to -> text(to, prefix), in -> texts(in));
        }

        @Override
        public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
            return line.call(
                    Op.WRITE,
                    to -> {
                        text(to, name);
                        bytes(to, body);
                        to.writeLong(seen);
                    },
                    in -> in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty());
        }

        @Override
        public CompletionStage<Boolean> delete(String name, long seen) {
            return line.call(
                    Op.DELETE,
                    to -> {
                        text(to, name);
                        to.writeLong(seen);
                    },
                    in -> in.readBoolean());
        }

        @Override
        public Watch onChange(String prefix, Runnable nudge) {
            return watch(Op.ON_CHANGE, to -> text(to, prefix), nudge);
        }
    }

    private final class RemoteLeases implements Leases {

        @Override
        public CompletionStage<Optional<Lease>> claim(String name, String holder) {
            return line.call(
                    Op.CLAIM,
                    to -> {
                        text(to, name);
                        text(to, holder);
                    },
                    (id, in) -> in.readBoolean() ? Optional.of(new RemoteLease(id, in.readLong())) : Optional.empty());
        }

        @Override
        public CompletionStage<Boolean> isHeld(String name) {
            return line.call(Op.IS_HELD, to -> text(to, name), in -> in.readBoolean());
        }

        @Override
        public Watch onFree(String name, Runnable nudge) {
            return watch(Op.ON_FREE, to -> text(to, name), nudge);
        }
    }

    private final class RemoteLease implements Lease {

        private final int id;
        private final long fence;

        RemoteLease(int id, long fence) {
            this.id = id;
            this.fence = fence;
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public Standing standing() {
            CompletableFuture<Standing> standing =
                    line.call(Op.STANDING, to -> to.writeInt(id), in -> Standing.valueOf(text(in)));
            return standing.join();
        }

        @Override
        public Watch onChange(Runnable nudge) {
            return watch(Op.ON_STANDING, to -> to.writeInt(id), nudge);
        }

        @Override
        public void close() {
            line.call(Op.END_LEASE, to -> to.writeInt(id), in -> true).join();
        }
    }
}
