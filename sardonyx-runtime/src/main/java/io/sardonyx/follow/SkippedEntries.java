package io.sardonyx.follow;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Documents that record an operator's decision to skip a damaged entry, {@code skipped-entries/N} each, or
 * {@code skipped-entries/LOG/N} for the coordinator's log. Every follower that cannot read entry N looks for it. They
 * are never deleted, as a record of what was done.
 */
public final class SkippedEntries {

    private static final String PREFIX = "skipped-entries/";

    private final Store store;
    private final String prefix;

    /**
     * A decision to skip an entry.
     *
     * @param hash SHA-256 of the damaged bytes; other bytes at the same position are not skipped
     * @param fault what was wrong with them
     * @param by the operator who decided
     * @param atMillis time of the decision, in milliseconds since the epoch
     */
    public record Skip(long position, String hash, String fault, String by, long atMillis) {}

    /** Of the cluster's log. */
    public SkippedEntries(Store store) {
        this(store, PREFIX);
    }

    private SkippedEntries(Store store, String prefix) {
        this.store = store;
        this.prefix = prefix;
    }

    /** Of the coordinator's log of a founded cluster. */
    public static SkippedEntries ofCoordinator(Store store, ClusterParameters cluster) {
        return new SkippedEntries(store, PREFIX + RosterFold.log(cluster) + "/");
    }

    private String name(long position) {
        return prefix + position;
    }

    /** Whether there is a decision to skip exactly these bytes. */
    CompletionStage<Boolean> has(DamagedEntry entry) {
        return find(entry.position())
                .thenApply(found ->
                        found.filter(skip -> skip.hash.equals(entry.hash())).isPresent());
    }

    /** The decision about an entry, if there is one. */
    public CompletionStage<Optional<Skip>> find(long position) {
        return store.documents()
                .read(List.of(name(position)))
                .thenApply(found -> found.stream()
                        .map(Document::body)
                        .map(SkippedEntries::read)
                        .findFirst());
    }

    private static Skip read(byte[] body) {
        Field root = Json.read(body);
        return new Skip(
                root.at("position").position(),
                root.at("hash").text(),
                root.at("fault").text(),
                root.at("by").text(),
                root.at("at").whole(0, Long.MAX_VALUE));
    }

    /** Stores a decision unless there is one for the entry; returns whether it was stored. */
    public CompletionStage<Boolean> write(Skip skip) {
        var text = new StringWriter();
        Json.onto(text)
                .begin()
                .number("position", skip.position)
                .text("hash", skip.hash)
                .text("fault", skip.fault)
                .text("by", skip.by)
                .number("at", skip.atMillis)
                .end()
                .finish();
        return store.documents()
                .write(name(skip.position), text.toString().getBytes(StandardCharsets.UTF_8), Documents.ABSENT)
                .thenApply(OptionalLong::isPresent);
    }
}
