package io.sardonyx.content;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Documents of jobs that are forgotten, and their end.
 *
 * <p>They are found by what is stored, not by what happened: who dies half-way leaves the rest to whoever comes next.
 */
public final class Leftovers {

    static final String STATS = "stats";

    /** All kinds of documents that live and die with a job. */
    private static final List<String> KINDS = List.of("jobs", "checkpoints", "partitions", STATS);

    /** How many are deleted in one go; the next one takes more. */
    private static final int AT_MOST = 1_000;

    /** How many are held in memory at once. */
    private static final int TOGETHER = 8;

    private final Documents documents;

    public Leftovers(Documents documents) {
        this.documents = documents;
    }

    /** Deletes what is left of some jobs, or part of it when there is much; how many documents that were. */
    public CompletionStage<Integer> sweep(Collection<JobId> jobs) {
        if (jobs.isEmpty()) {
            return CompletableFuture.completedFuture(0);
        }
        Set<String> over = jobs.stream().map(DocumentName::of).collect(Collectors.toSet());
        CompletionStage<List<String>> found = CompletableFuture.completedFuture(List.of());
        for (String kind : KINDS) {
            found = found.thenCombine(documents.names(kind + "/"), (some, names) -> {
                var all = new ArrayList<>(some);
                names.stream()
                        .filter(name -> over.contains(DocumentName.jobIn(name)))
                        .limit(AT_MOST)
                        .forEach(all::add);
                return all;
            });
        }
        return found.thenCompose(names -> delete(names, 0));
    }

    private CompletionStage<Integer> delete(List<String> names, int from) {
        if (from >= names.size()) {
            return CompletableFuture.completedFuture(0);
        }
        List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
        return documents
                .read(some)
                .thenCompose(this::delete)
                .thenCompose(count -> delete(names, from + TOGETHER).thenApply(others -> count + others));
    }

    /** One that changed meanwhile stays until the next time. */
    private CompletionStage<Integer> delete(List<Document> read) {
        CompletionStage<Integer> count = CompletableFuture.completedFuture(0);
        for (Document document : read) {
            count = count.thenCombine(
                    documents.delete(document.name(), document.version()), (before, gone) -> before + (gone ? 1 : 0));
        }
        return count;
    }
}
