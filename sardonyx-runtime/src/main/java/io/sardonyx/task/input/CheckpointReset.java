package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.content.PartitionList;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
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

/** Deletes checkpoints of an input at an operator's command, so that their partitions are read from the beginning. */
public final class CheckpointReset {

    private final Documents documents;
    private final JobId job;
    private final TaskName task;

    /**
     * Result of a reset.
     *
     * @param list whether the list of partitions was damaged and deleted, and with it all checkpoints, which refer to
     *     it by index
     * @param partitions indexes of the partitions whose checkpoints were deleted
     * @param readers slots of the readers whose documents were deleted, with all positions that only they had
     * @param growing documents that were deleted of a list that grows, whose partitions have no indexes
     */
    public record Done(boolean list, List<Integer> partitions, List<Integer> readers, List<String> growing) {

        public Done {
            partitions = List.copyOf(partitions);
            readers = List.copyOf(readers);
            growing = List.copyOf(growing);
        }

        /** Whether nothing was deleted. */
        public boolean isNothing() {
            return !list && partitions.isEmpty() && readers.isEmpty() && growing.isEmpty();
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
     * @param only the one partition to reset, or null for all
     * @param force whether intact checkpoints are deleted, too
     */
    public CompletionStage<Done> reset(@Nullable Integer only, boolean force) {
        return isListDamaged().thenCompose(damaged -> {
            CompletionStage<Boolean> first = damaged ? deleteList() : CompletableFuture.completedFuture(true);
            return first.thenCompose(gone -> documents.names(Checkpoint.prefix(job, task)))
                    .thenCompose(names -> reset(names, damaged ? null : only, force || damaged))
                    .thenCompose(gone -> resetClaimed(damaged ? null : only, force || damaged, gone))
                    .thenApply(done -> new Done(
                            damaged,
                            List.copyOf(done.partitions),
                            List.copyOf(done.readers),
                            List.copyOf(done.growing)));
        });
    }

    /** Whether the partitions are listed once and claimed by leases; not if their list is damaged. */
    public CompletionStage<Boolean> isClaimed() {
        return isListDamaged()
                .thenCompose(damaged -> damaged
                        ? CompletableFuture.completedFuture(false)
                        : PartitionList.read(documents, job, task)
                                .thenApply(stored -> stored.isPresent()
                                        && stored.get().list().progress() == PartitionList.Progress.CLAIMED));
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

    /** Deletes the list, then its pages, which are unused once no list names them. */
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

    /** What was deleted so far. */
    private static final class Gone {
        final TreeSet<Integer> partitions = new TreeSet<>();
        final TreeSet<Integer> readers = new TreeSet<>();
        final TreeSet<String> growing = new TreeSet<>();
    }

    private CompletionStage<Gone> reset(List<String> names, @Nullable Integer only, boolean force) {
        int slots = names.stream()
                .filter(ReaderCheckpoint::isName)
                .mapToInt(name -> ReaderCheckpoint.slotIn(name) + 1)
                .max()
                .orElse(0);
        var inOrder = new ArrayList<>(names);
        inOrder.sort(Comparator.reverseOrder()); // slot 0 last: it has the number of the others
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

    /** Deletes documents of claimed partitions; who holds one loses its lease with that. */
    private CompletionStage<Gone> resetClaimed(@Nullable Integer only, boolean force, Gone gone) {
        return PartitionList.read(documents, job, task).thenCompose(stored -> {
            List<String> listed = stored.map(it -> it.list().names()).orElse(List.of());
            return documents.names(PartitionCodec.prefix(job, task)).thenCompose(names -> {
                CompletionStage<Gone> all = CompletableFuture.completedFuture(gone);
                for (String name : names) {
                    int partition = indexOf(name, listed);
                    if (only == null || only == partition) {
                        all = all.thenCompose(before -> resetClaimed(name, partition, force, before));
                    }
                }
                return only == null ? all.thenCompose(before -> resetMark(force, before)) : all;
            });
        });
    }

    private int indexOf(String document, List<String> listed) {
        for (int i = 0; i < listed.size(); i++) {
            if (PartitionCodec.name(job, task, listed.get(i)).equals(document)) {
                return i;
            }
        }
        return -1;
    }

    private CompletionStage<Gone> resetClaimed(String name, int partition, boolean force, Gone gone) {
        return seen(name, document -> PartitionCodec.decoded(document.body()))
                .thenCompose(seen -> seen.says == null || force
                        ? documents.delete(name, seen.version)
                        : CompletableFuture.completedFuture(false))
                .thenApply(done -> {
                    if (done && partition >= 0) {
                        gone.partitions.add(partition);
                    } else if (done) {
                        gone.growing.add(name);
                    }
                    return gone;
                });
    }

    /** Deletes the head document of a list that grows: its mark stands for partitions that have no documents. */
    private CompletionStage<Gone> resetMark(boolean force, Gone gone) {
        String head = PartitionCodec.head(job, task);
        return seen(head, document -> Json.read(document.body()).at("fence").whole(0, Long.MAX_VALUE))
                .thenCompose(seen -> seen.version != Documents.ABSENT && (seen.says == null || force)
                        ? documents.delete(head, seen.version)
                        : CompletableFuture.completedFuture(false))
                .thenApply(done -> {
                    if (done) {
                        gone.growing.add(head);
                    }
                    return gone;
                });
    }

    /**
     * Deletes the document of a reader. That of slot 0 has the number of the others, so while these stay it is emptied
     * instead.
     */
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

    /** Removes one partition from an intact document. */
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

    /** Version and content of a document; content is null when the store or the parser cannot read it. */
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
