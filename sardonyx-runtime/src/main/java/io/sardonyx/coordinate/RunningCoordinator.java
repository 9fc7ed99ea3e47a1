package io.sardonyx.coordinate;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.port.Document;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Store;
import io.sardonyx.value.GroupId;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A coordinator as operators see it: what its document in the store tells, {@code coordinators/ID}, while it holds the
 * lease of the same name.
 *
 * @param leads whether it is the leader, else it stands by
 * @param since when it began to lead or to stand by, by its own clock
 * @param host name of its machine; empty if it is not known
 * @param position up to which it had read the coordinator's log when it last said so, or -1
 */
public record RunningCoordinator(GroupId id, boolean leads, String since, String host, long position) {

    static final String PREFIX = "coordinators/";

    static String nameOf(GroupId id) {
        return PREFIX + id;
    }

    /** The coordinators that are alive, the leader first. */
    public static CompletionStage<List<RunningCoordinator>> all(Store store) {
        return living(store, true)
                .thenApply(found -> found.stream()
                        .map(document -> read(Json.read(document.body())))
                        .sorted(Comparator.comparing(RunningCoordinator::leads)
                                .reversed()
                                .thenComparing(RunningCoordinator::since))
                        .toList());
    }

    /** The documents of coordinators that hold their lease, or of those that do not. */
    static CompletionStage<List<Document>> living(Store store, boolean held) {
        return store.documents()
                .names(PREFIX)
                .thenCompose(store.documents()::read)
                .thenCompose(found -> withLease(found, held, store.leases()));
    }

    private static CompletionStage<List<Document>> withLease(List<Document> found, boolean held, Leases leases) {
        CompletionStage<List<Document>> chosen = CompletableFuture.completedFuture(new ArrayList<>());
        for (Document document : found) {
            chosen = chosen.thenCombine(leases.isHeld(document.name()), (before, is) -> {
                if (is == held) {
                    before.add(document);
                }
                return before;
            });
        }
        return chosen;
    }

    private static RunningCoordinator read(Field document) {
        return new RunningCoordinator(
                document.at("id").as(GroupId::of),
                document.at("leads").flag(),
                document.at("since").text(),
                document.at("host").text(),
                document.at("position").isAbsent()
                        ? -1
                        : document.at("position").whole(-1, Long.MAX_VALUE));
    }

    byte[] encoded() {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        write(out);
        out.end().finish();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes its fields into a JSON object that is already open. */
    public void write(JsonOut out) {
        out.text("id", id)
                .flag("leads", leads)
                .text("since", since)
                .text("host", host)
                .number("position", position);
    }
}
