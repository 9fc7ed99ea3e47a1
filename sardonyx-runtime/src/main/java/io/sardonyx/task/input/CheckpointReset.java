package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionList;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
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
     * @param readers whose documents are gone, by their slots: what they alone knew of partitions is forgotten
     */
    public record Done(boolean list, List<Integer> partitions, List<Integer> readers) {

        public Done {
            partitions = List.copyOf(partitions);
            readers = List.copyOf(readers);
        }

        /** Whether nothing was. */
        public boolean isNothing() {
            return !list && partitions.isEmpty() && readers.isEmpty();
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
        return isListDamaged().thenCompose(damaged -> {
            CompletionStage<Boolean> first = damaged ? deleteList() : CompletableFuture.completedFuture(true);
            return first.thenCompose(gone -> documents.names(Checkpoint.prefix(job, task)))
                    .thenCompose(names -> reset(names, damaged ? null : only, force || damaged))
                    .thenApply(done -> new Done(damaged, List.copyOf(done.partitions), List.copyOf(done.readers)));
        });
    }

    private CompletionStage<Boolean> isListDamaged() {
        return PartitionList.read(documents, job, task)
                .thenApply(whole -> false)
                .exceptionallyCompose(failure -> {
                    Throwable cause = cause(failure);
                    return cause instanceof BadInput || isDamage(cause)
                            ? CompletableFuture.completedFuture(true)
                            : CompletableFuture.failedFuture(failure);
                });
    }

    /** Nobody goes by pages that no list names. */
    private CompletionStage<Boolean> deleteList() {
        return delete(PartitionList.name(job, task))
                .thenCompose(gone -> documents.names(PartitionList.prefixOfPages(job, task)))
                .thenCompose(pages -> {
                    CompletionStage<Boolean> all = CompletableFuture.completedFuture(true);
                    for (String page : pages) {
                        all = all.thenCompose(before -> delete(page));
                    }
                    return all;
                });
    }

    private CompletionStage<Boolean> delete(String name) {
        return seen(name, Document::body).thenCompose(seen -> documents.delete(name, seen.version));
    }

    /** What is gone by now. */
    private static final class Gone {
        final TreeSet<Integer> partitions = new TreeSet<>();
        final TreeSet<Integer> readers = new TreeSet<>();
    }

    private CompletionStage<Gone> reset(List<String> names, @Nullable Integer only, boolean force) {
        int slots = names.stream()
                .filter(ReaderCheckpoint::isName)
                .mapToInt(name -> ReaderCheckpoint.slotIn(name) + 1)
                .max()
                .orElse(0);
        var inOrder = new ArrayList<>(names);
        inOrder.sort(Comparator.reverseOrder()); // that of slot 0 tells of the others, so it comes behind them
        CompletionStage<Gone> all = CompletableFuture.completedFuture(new Gone());
        for (String name : inOrder) {
            all = all.thenCompose(gone -> !ReaderCheckpoint.isName(name)
                    ? resetPartition(name, only, force, gone)
                    : only == null ? resetReader(name, force, slots, gone) : resetIn(name, only, force, gone));
        }
        return all;
    }

    private CompletionStage<Gone> resetPartition(String name, @Nullable Integer only, boolean force, Gone gone) {
        int partition = Checkpoint.partitionIn(name);
        if (only != null && only != partition) {
            return CompletableFuture.completedFuture(gone);
        }
        return seen(name, document -> Checkpoint.read(document.body()))
                .thenCompose(seen -> seen.says == null || force
                        ? documents.delete(name, seen.version)
                        : CompletableFuture.completedFuture(false))
                .thenApply(done -> {
                    if (done) {
                        gone.partitions.add(partition);
                    }
                    return gone;
                });
    }

    /** That of slot 0 tells how many others there are, so where these stay it is not deleted but emptied. */
    private CompletionStage<Gone> resetReader(String name, boolean force, int slots, Gone gone) {
        int slot = ReaderCheckpoint.slotIn(name);
        return seen(name, document -> ReaderCheckpoint.read(document.body()))
                .thenCompose(seen -> {
                    if (seen.says != null && !force) {
                        return CompletableFuture.completedFuture(false);
                    }
                    return slot > 0 || slots == 1 || force
                            ? documents.delete(name, seen.version)
                            : empty(name, seen.version, slots);
                })
                .thenApply(done -> {
                    if (done) {
                        gone.readers.add(slot);
                    }
                    return gone;
                });
    }

    private CompletionStage<Boolean> empty(String name, long version, int slots) {
        byte[] body = ReaderCheckpoint.EMPTY.under(-1, slots).bytes();
        CompletionStage<Long> seen = version == Documents.DAMAGED
                ? documents.delete(name, version).thenApply(done -> Documents.ABSENT)
                : CompletableFuture.completedFuture(version);
        return seen.thenCompose(now -> documents.write(name, body, now)).thenApply(written -> written.isPresent());
    }

    /** Takes one partition out of a document that is whole. */
    private CompletionStage<Gone> resetIn(String name, int partition, boolean force, Gone gone) {
        return seen(name, document -> ReaderCheckpoint.read(document.body()))
                .thenCompose(seen -> seen.says != null && force && seen.says.knows(partition)
                        ? documents
                                .write(name, seen.says.without(partition).bytes(), seen.version)
                                .thenApply(written -> written.isPresent())
                        : CompletableFuture.completedFuture(false))
                .thenApply(done -> {
                    if (done) {
                        gone.partitions.add(partition);
                    }
                    return gone;
                });
    }

    /** The version of a document, and what it says; null when the store or this program cannot read it. */
    private record Seen<T>(long version, @Nullable T says) {}

    private <T> CompletionStage<Seen<T>> seen(String name, Function<Document, T> reader) {
        return documents
                .read(List.of(name))
                .thenApply(found -> found.isEmpty() ? new Seen<T>(Documents.ABSENT, null) : seen(found.get(0), reader))
                .exceptionallyCompose(failure -> isDamage(cause(failure))
                        ? CompletableFuture.completedFuture(new Seen<T>(Documents.DAMAGED, null))
                        : CompletableFuture.failedFuture(failure));
    }

    private static <T> Seen<T> seen(Document document, Function<Document, T> reader) {
        try {
            return new Seen<>(document.version(), reader.apply(document));
        } catch (BadInput damaged) {
            return new Seen<>(document.version(), null);
        }
    }

    private static boolean isDamage(@Nullable Throwable cause) {
        return cause instanceof Unreadable && !(cause instanceof Forbidden);
    }

    private static @Nullable Throwable cause(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }
}
