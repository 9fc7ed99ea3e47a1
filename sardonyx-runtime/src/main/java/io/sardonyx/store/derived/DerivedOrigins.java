package io.sardonyx.store.derived;

import io.sardonyx.json.BadInput;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.derived.LogNames.ChunkKind;
import io.sardonyx.store.derived.LogNames.ChunkOwner;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Snapshots (origins) of a log: chunks are written first, then one document that refers to them; the newest two are
 * kept. Confined to the store's thread.
 *
 * <p>A snapshot is published only if it is newer than all that are. So chunks of one that is not published may be
 * deleted as soon as a newer one is.
 */
final class DerivedOrigins {

    private static final int KEPT = 2;

    private final LogNames names;
    private final DocumentCalls calls;
    private final Chunks chunks;

    DerivedOrigins(LogNames names, DocumentCalls calls) {
        this.names = names;
        this.calls = calls;
        this.chunks = new Chunks(names, calls);
    }

    /** A published snapshot. */
    record Ref(long position, Chunks.Ref chunks) {}

    /** The content of the document that refers to snapshots, newest first, and its version. */
    record Refs(List<Ref> refs, long version) {

        boolean isOlderThan(long position) {
            return refs.isEmpty() || refs.get(0).position() < position;
        }

        static Refs of(Optional<Document> document) {
            return document.map(it -> new Refs(decoded(it.name(), it.body()), it.version()))
                    .orElse(new Refs(List.of(), Documents.ABSENT));
        }

        static byte[] encoded(List<Ref> refs) {
            var text = new StringWriter();
            JsonOut out = Json.onto(text).begin().beginList("origins");
            for (Ref ref : refs) {
                out.begin()
                        .number("position", ref.position())
                        .text("token", ref.chunks().token())
                        .number("chunks", ref.chunks().chunks())
                        .text("hash", ref.chunks().hash())
                        .end();
            }
            out.endList().end().finish();
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        /** @throws Unreadable when the document is damaged */
        static List<Ref> decoded(String document, byte[] body) {
            try {
                return Json.read(body).at("origins").items().stream()
                        .map(Refs::decoded)
                        .toList();
            } catch (BadInput damaged) {
                throw new Unreadable("document " + document + " is damaged: " + damaged.getMessage(), damaged);
            }
        }

        private static Ref decoded(Field ref) {
            return new Ref(
                    ref.at("position").position(),
                    new Chunks.Ref(
                            ref.at("token").text(),
                            (int) ref.at("chunks").whole(0, Chunks.MAX_CHUNKS),
                            ref.at("hash").text()));
        }
    }

    CompletableFuture<Refs> refs() {
        return calls.read(names.origin()).thenApply(Refs::of);
    }

    /** The newest snapshot whose hash matches its chunks; an older one if the newest is damaged. */
    CompletableFuture<Optional<Origin>> newest() {
        return refs().thenCompose(refs -> firstWhole(refs, 0));
    }

    private CompletableFuture<Optional<Origin>> firstWhole(Refs refs, int index) {
        if (refs.refs().isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        if (index == refs.refs().size()) {
            return CompletableFuture.failedFuture(new Unreadable("no origin of " + names.base() + " is whole"));
        }
        Ref ref = refs.refs().get(index);
        return chunks.read(owner(ref.position()), ref.chunks()).thenCompose(state -> {
            if (state.isPresent()) {
                return CompletableFuture.completedFuture(Optional.of(new Origin(ref.position(), state.get())));
            }
            // Its chunks may have been deleted since, because newer ones were published.
            return refs().thenCompose(
                            now -> now.version() == refs.version() ? firstWhole(refs, index + 1) : firstWhole(now, 0));
        });
    }

    /** Stores a snapshot; false when a newer one exists. One of the same position counts as stored. */
    CompletableFuture<Boolean> store(Origin origin) {
        var ref = new Ref(origin.position(), Chunks.Ref.of(origin.state()));
        if (ref.chunks().chunks() > Chunks.MAX_CHUNKS) {
            throw new IllegalArgumentException("a state of " + origin.state().length + " bytes is too large");
        }
        return refs().thenCompose(refs -> refs.isOlderThan(ref.position())
                ? chunks.write(owner(ref.position()), ref.chunks(), origin.state())
                        .thenCompose(written -> refs())
                        .thenCompose(now -> publish(ref, now))
                : CompletableFuture.completedFuture(isSame(ref, refs)));
    }

    private static boolean isSame(Ref ref, Refs refs) {
        return refs.refs().get(0).position() == ref.position();
    }

    private CompletableFuture<Boolean> publish(Ref ref, Refs refs) {
        if (!refs.isOlderThan(ref.position())) {
            return CompletableFuture.completedFuture(isSame(ref, refs));
        }
        byte[] body = Refs.encoded(
                Stream.concat(Stream.of(ref), refs.refs().stream()).limit(KEPT).toList());
        return calls.write(names.origin(), body, refs.version())
                .thenCompose(written -> written.isPresent()
                        ? CompletableFuture.completedFuture(true)
                        : refs().thenCompose(now -> publish(ref, now)));
    }

    private static ChunkOwner owner(long position) {
        return new ChunkOwner(ChunkKind.ORIGIN, position);
    }
}
