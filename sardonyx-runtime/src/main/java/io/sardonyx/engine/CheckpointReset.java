package io.sardonyx.engine;

import io.sardonyx.codec.BadInput;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes checkpoints of an input, by the word of an operator, so that their partitions are read from the beginning.
 */
public final class CheckpointReset {

    private final Documents documents;
    private final JobId job;
    private final TaskName task;

    /**
     * What was deleted.
     *
     * @param list whether the list of partitions was damaged and is gone, and all checkpoints, which go by it, with it
     * @param partitions whose checkpoints are gone, by their numbers
     */
    public record Done(boolean list, List<Integer> partitions) {

        public Done {
            partitions = List.copyOf(partitions);
        }
    }

    /** For the input of a job. */
    public CheckpointReset(Documents documents, JobId job, TaskName task) {
        this.documents = documents;
        this.job = job;
        this.task = task;
    }

    /**
     * Deletes what is damaged.
     *
     * @param only the one partition it is about, or null for all
     * @param force whether whole checkpoints are deleted, too
     */
    public CompletionStage<Done> reset(@Nullable Integer only, boolean force) {
        String list = Partitions.nameOfList(job, task);
        return seen(list, Partitions::names).thenCompose(version -> {
            boolean isDamaged = version.damaged;
            CompletionStage<Boolean> first =
                    isDamaged ? documents.delete(list, version.seen) : CompletableFuture.completedFuture(true);
            return first.thenCompose(gone -> documents.names(Checkpoint.prefix(job, task)))
                    .thenCompose(names -> reset(wanted(names, isDamaged ? null : only), force || isDamaged))
                    .thenApply(partitions -> new Done(isDamaged, partitions));
        });
    }

    private List<String> wanted(List<String> names, @Nullable Integer only) {
        return only == null
                ? names
                : names.stream()
                        .filter(Checkpoint.name(job, task, only)::equals)
                        .toList();
    }

    private CompletionStage<List<Integer>> reset(List<String> names, boolean force) {
        CompletionStage<List<Integer>> all = CompletableFuture.completedFuture(List.of());
        for (String name : names) {
            all = all.thenCompose(before -> seen(name, Checkpoint::read)
                    .thenCompose(version -> version.damaged || force
                            ? documents.delete(name, version.seen)
                            : CompletableFuture.completedFuture(false))
                    .thenApply(gone -> {
                        var more = new ArrayList<>(before);
                        if (gone) {
                            more.add(Checkpoint.partitionIn(name));
                        }
                        return more;
                    }));
        }
        return all;
    }

    private record Seen(long seen, boolean damaged) {}

    /** The version of a document, and whether it can be read, by the store and by us. */
    private CompletionStage<Seen> seen(String name, Consumer<byte[]> reader) {
        return documents
                .read(List.of(name))
                .thenApply(found -> found.isEmpty() ? new Seen(Documents.ABSENT, false) : seen(found.get(0), reader))
                .exceptionallyCompose(failure -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    return cause instanceof Unreadable && !(cause instanceof Forbidden)
                            ? CompletableFuture.completedFuture(new Seen(Documents.DAMAGED, true))
                            : CompletableFuture.failedFuture(failure);
                });
    }

    private static Seen seen(Document document, Consumer<byte[]> reader) {
        try {
            reader.accept(document.body());
            return new Seen(document.version(), false);
        } catch (BadInput damaged) {
            return new Seen(document.version(), true);
        }
    }
}
