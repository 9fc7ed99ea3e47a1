package io.sardonyx.claim;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Documents that were read together, without those that the store finds damaged: one of them must not hide the others.
 *
 * @param damaged the names of those that are damaged, and why
 */
record DamageTolerantRead(List<Document> documents, Map<String, String> damaged) {

    /** Most documents that are read by one request. */
    private static final int TOGETHER = 1_000;

    /** Reads any number of documents, some by each request. */
    static CompletionStage<DamageTolerantRead> inTurns(Documents documents, List<String> names) {
        CompletionStage<DamageTolerantRead> read =
                CompletableFuture.completedFuture(new DamageTolerantRead(List.of(), Map.of()));
        for (int from = 0; from < names.size(); from += TOGETHER) {
            List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
            read = read.thenCombine(of(documents, some), DamageTolerantRead::and);
        }
        return read;
    }

    /** Reads documents; if some are damaged, by halves until they are found. */
    static CompletionStage<DamageTolerantRead> of(Documents documents, List<String> names) {
        return documents
                .read(names)
                .thenApply(found -> new DamageTolerantRead(found, Map.of()))
                .exceptionallyCompose(failure -> {
                    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                            ? failure.getCause()
                            : failure;
                    if (!(cause instanceof Unreadable) || cause instanceof Forbidden) {
                        return CompletableFuture.failedFuture(cause);
                    }
                    if (names.size() == 1) {
                        return CompletableFuture.completedFuture(new DamageTolerantRead(
                                List.of(), Map.of(names.get(0), String.valueOf(cause.getMessage()))));
                    }
                    int half = names.size() / 2;
                    return of(documents, names.subList(0, half))
                            .thenCompose(first -> of(documents, names.subList(half, names.size()))
                                    .thenApply(first::and));
                });
    }

    /** Both together. */
    DamageTolerantRead and(DamageTolerantRead other) {
        if (damaged.isEmpty() && documents.isEmpty()) {
            return other;
        }
        var all = new ArrayList<>(documents);
        all.addAll(other.documents);
        var bad = new TreeMap<>(damaged);
        bad.putAll(other.damaged);
        return new DamageTolerantRead(all, bad);
    }
}
