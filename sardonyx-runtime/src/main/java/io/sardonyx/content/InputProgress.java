package io.sardonyx.content;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a job's inputs: their partition lists and checkpoints. A job that resumes another gets a copy of them
 * under its own id.
 */
public final class InputProgress {

    /** Documents read at once. */
    private static final int TOGETHER = 64;
    /* Most partitions for one reader's document when documents by partition are converted to documents by reader. */
    private static final int PARTITIONS_A_READER = 2_000;

    private final Documents documents;

    /**
     * Stored progress of one input.
     *
     * @param list its partitions, or null when they were never listed
     * @param partitions checkpoints by partition, where each has a document of its own
     * @param readers checkpoints by slot, where each reader has a document of its own
     * @param growing whether it is listed again and again, so that no list is stored
     */
    private record Progress(
            TaskName task,
            @Nullable PartitionList list,
            SortedMap<Integer, Checkpoint> partitions,
            SortedMap<Integer, ReaderCheckpoint> readers,
            boolean growing) {

        /** The same as a manifest has it. */
        Progress at(Manifest manifest) {
            return new Progress(task, list, new TreeMap<>(), new TreeMap<>(Map.of(0, manifest.reader(task))), growing);
        }
    }

    public InputProgress(Documents documents) {
        this.documents = documents;
    }

    /** Last checkpoint of each partition of a job. A damaged document ends in {@link Unreadable}. */
    public CompletionStage<List<PartitionProgress>> read(Outline job) {
        return progress(job)
                .thenApply(inputs -> inputs.stream()
                        .flatMap(input -> reached(input).stream())
                        .toList());
    }

    /** Positions of the partitions of a job's inputs at a checkpoint. */
    public CompletionStage<List<PartitionProgress>> read(Outline job, @Nullable CompletedCheckpoint checkpoint) {
        return Manifest.read(documents, job.id(), checkpoint)
                .thenCompose(manifest -> progress(job)
                        .thenApply(inputs -> inputs.stream()
                                .flatMap(input -> reached(input.at(manifest)).stream())
                                .toList()));
    }

    private static List<PartitionProgress> reached(Progress input) {
        if (input.list == null) {
            return List.of();
        }
        ReaderCheckpoint merged = ReaderCheckpoint.merged(input.readers.values());
        var reached = new ArrayList<PartitionProgress>();
        for (int i = 0; i < input.list.names().size(); i++) {
            Checkpoint one = input.partitions.getOrDefault(i, merged.open().getOrDefault(i, Checkpoint.BEGINNING));
            boolean atEnd = one.atEnd() || merged.done().get(i);
            String position = merged.done().get(i) ? merged.ends().get(i) : one.position();
            reached.add(new PartitionProgress(input.task, input.list.names().get(i), position, atEnd));
        }
        return reached;
    }

    private static <T> T parsed(Document document, Function<byte[], T> reader) {
        try {
            return reader.apply(document.body());
        } catch (BadInput e) {
            throw damaged(document.name(), e);
        }
    }

    private static Unreadable damaged(String name, BadInput why) {
        return new Unreadable("document " + name + " is damaged: " + why.getMessage(), why);
    }

    private CompletionStage<List<Progress>> progress(Outline job) {
        CompletionStage<List<Progress>> all = CompletableFuture.completedFuture(List.of());
        for (TaskName input : job.inputs()) {
            all = all.thenCompose(before -> progress(job.id(), input).thenApply(one -> {
                var more = new ArrayList<>(before);
                more.add(one);
                return more;
            }));
        }
        return all;
    }

    private CompletionStage<Progress> progress(JobId job, TaskName task) {
        return list(job, task).thenCompose(stored -> {
            if (stored.isEmpty()) {
                return growing(job, task);
            }
            PartitionList list = stored.get().list();
            if (list.progress() == PartitionList.Progress.CLAIMED) {
                return claimed(job, task, list.names())
                        .thenApply(found -> new Progress(task, list, found, new TreeMap<>(), false));
            }
            return list.byReader()
                    ? readers(job, task).thenApply(found -> new Progress(task, list, new TreeMap<>(), found, false))
                    : partitions(job, task, list.names().size())
                            .thenApply(found -> new Progress(task, list, found, new TreeMap<>(), false));
        });
    }

    private CompletionStage<Optional<PartitionList.Stored>> list(JobId job, TaskName task) {
        return PartitionList.read(documents, job, task).exceptionallyCompose(failure -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            return CompletableFuture.failedFuture(
                    cause instanceof BadInput damaged ? damaged(PartitionList.name(job, task), damaged) : failure);
        });
    }

    private CompletionStage<SortedMap<Integer, Checkpoint>> partitions(JobId job, TaskName task, int count) {
        CompletionStage<SortedMap<Integer, Checkpoint>> all = CompletableFuture.completedFuture(new TreeMap<>());
        for (int from = 0; from < count; from += TOGETHER) {
            List<String> names = IntStream.range(from, Math.min(count, from + TOGETHER))
                    .mapToObj(partition -> Checkpoint.name(job, task, partition))
                    .toList();
            all = all.thenCompose(before -> documents.read(names).thenApply(found -> {
                found.forEach(one -> before.put(Checkpoint.partitionIn(one.name()), parsed(one, Checkpoint::read)));
                return before;
            }));
        }
        return all;
    }

    /** Reads the documents of an input that is listed again and again; of any other there are none without a list. */
    private CompletionStage<Progress> growing(JobId job, TaskName task) {
        return documents
                .names(PartitionCodec.prefix(job, task))
                .thenCompose(this::readAll)
                .thenApply(found -> {
                    var names = new ArrayList<String>();
                    var reached = new TreeMap<Integer, Checkpoint>();
                    for (Document one : found) {
                        PartitionDocument partition = parsed(one, PartitionCodec::decoded);
                        reached.put(names.size(), PartitionCodec.checkpoint(partition));
                        names.add(PartitionCodec.partitionOf(partition));
                    }
                    PartitionList list =
                            names.isEmpty() ? null : new PartitionList(names, PartitionList.Progress.CLAIMED, null);
                    return new Progress(task, list, reached, new TreeMap<>(), true);
                });
    }

    private CompletionStage<List<Document>> readAll(List<String> names) {
        CompletionStage<List<Document>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (int from = 0; from < names.size(); from += TOGETHER) {
            List<String> some = names.subList(from, Math.min(names.size(), from + TOGETHER));
            all = all.thenCompose(before -> documents.read(some).thenApply(found -> {
                before.addAll(found);
                return before;
            }));
        }
        return all;
    }

    /** Reads the documents of claimed partitions; one that was never claimed has none. */
    private CompletionStage<SortedMap<Integer, Checkpoint>> claimed(JobId job, TaskName task, List<String> names) {
        CompletionStage<SortedMap<Integer, Checkpoint>> all = CompletableFuture.completedFuture(new TreeMap<>());
        for (int from = 0; from < names.size(); from += TOGETHER) {
            var indexes = new TreeMap<String, Integer>();
            for (int i = from; i < Math.min(names.size(), from + TOGETHER); i++) {
                indexes.put(PartitionCodec.name(job, task, names.get(i)), i);
            }
            all = all.thenCompose(before -> documents.read(indexes.keySet()).thenApply(found -> {
                found.forEach(one -> before.put(
                        indexes.getOrDefault(one.name(), 0),
                        PartitionCodec.checkpoint(parsed(one, PartitionCodec::decoded))));
                return before;
            }));
        }
        return all;
    }

    /** Reads the document of slot 0, which tells how many slots there are, then the others. */
    private CompletionStage<SortedMap<Integer, ReaderCheckpoint>> readers(JobId job, TaskName task) {
        return readers(job, task, 0, 1, new TreeMap<>()).thenCompose(found -> {
            ReaderCheckpoint first = found.get(0);
            return readers(job, task, 1, first == null ? 0 : first.slots(), found);
        });
    }

    private CompletionStage<SortedMap<Integer, ReaderCheckpoint>> readers(
            JobId job, TaskName task, int from, int to, SortedMap<Integer, ReaderCheckpoint> into) {
        List<String> names = IntStream.range(from, Math.max(from, to))
                .mapToObj(slot -> ReaderCheckpoint.name(job, task, slot))
                .toList();
        return documents.read(names).thenApply(found -> {
            found.forEach(one -> into.put(ReaderCheckpoint.slotIn(one.name()), parsed(one, ReaderCheckpoint::read)));
            return into;
        });
    }

    /**
     * Copies the progress of an ended job to another one, before that is submitted. Ends in {@link AlreadyThere} where
     * there is any other progress; what the same copy has left when it was tried before is completed.
     *
     * @param goesOn whether exhausted partitions are read again, since they may have grown
     * @param byReader whether all members of the cluster can read documents by reader
     * @return number of partitions that are not read again though others are, because their ends were not recorded
     */
    public CompletionStage<Integer> copy(Outline from, JobId to, boolean goesOn, boolean byReader) {
        return progress(from).thenCompose(inputs -> {
            CompletionStage<Integer> copied = CompletableFuture.completedFuture(0);
            for (Progress input : inputs) {
                copied = copied.thenCompose(
                        before -> copy(input, from.id(), to, goesOn, byReader).thenApply(unknown -> before + unknown));
            }
            return copied;
        });
    }

    private CompletionStage<Integer> copy(Progress input, JobId from, JobId to, boolean goesOn, boolean byReader) {
        PartitionList before = input.list;
        if (before == null) {
            // Of a list that grows the mark may stand for all partitions, which then have no documents.
            return input.growing
                    ? copyHead(input.task, from, to).thenApply(done -> 0)
                    : CompletableFuture.completedFuture(0);
        }
        var bodies = new TreeMap<String, byte[]>();
        int unknown = 0;
        if (before.progress() == PartitionList.Progress.CLAIMED) {
            input.partitions.forEach((partition, one) -> {
                String name = before.names().get(partition);
                bodies.put(
                        PartitionCodec.name(to, input.task, name),
                        PartitionCodec.encode(PartitionCodec.resumed(to, name, one, goesOn && !input.growing)));
            });
        } else if (byReader || before.byReader()) {
            unknown = copyReaders(
                    input.task,
                    to,
                    before.byReader() ? input.readers.values() : asReaders(input.partitions),
                    goesOn,
                    bodies);
        } else {
            input.partitions.forEach((partition, one) -> bodies.put(
                    Checkpoint.name(to, input.task, partition),
                    (goesOn ? new Checkpoint(one.position(), false, one.fence()) : one).bytes()));
        }
        if (input.growing) {
            return writeAll(bodies)
                    .thenCompose(done -> copyHead(input.task, from, to))
                    .thenApply(done -> 0);
        }
        // The list first: it names the job it is from, so of two copies from different jobs one does not begin.
        var list = new PartitionList(before.names(), progressOfCopy(before, byReader), from);
        int unknownEnds = unknown;
        return write(list, to, input.task).thenCompose(done -> writeAll(bodies)).thenApply(done -> unknownEnds);
    }

    /** Adds documents by reader; returns how many partitions are not read again, since their ends were not recorded. */
    private static int copyReaders(
            TaskName task, JobId to, Collection<ReaderCheckpoint> readers, boolean goesOn, Map<String, byte[]> bodies) {
        int unknown = 0;
        int slot = 0;
        for (ReaderCheckpoint each : readers) {
            ReaderCheckpoint copy = (goesOn ? each.reopened() : each).under(each.fence(), readers.size());
            unknown += goesOn ? copy.done().cardinality() : 0;
            bodies.put(ReaderCheckpoint.name(to, task, slot++), copy.bytes());
        }
        return unknown;
    }

    private CompletionStage<Boolean> writeAll(Map<String, byte[]> bodies) {
        CompletionStage<Boolean> written = CompletableFuture.completedFuture(true);
        for (var each : bodies.entrySet()) {
            written = written.thenCompose(done -> write(each.getKey(), each.getValue()));
        }
        return written;
    }

    /** Copies the head document of an input that is listed again and again, if there is one. */
    private CompletionStage<Boolean> copyHead(TaskName task, JobId from, JobId to) {
        return documents
                .read(List.of(PartitionCodec.head(from, task)))
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(true)
                        : write(PartitionCodec.head(to, task), found.get(0).body()));
    }

    private static PartitionList.Progress progressOfCopy(PartitionList before, boolean byReader) {
        return byReader && before.progress() == PartitionList.Progress.BY_PARTITION
                ? PartitionList.Progress.BY_READER
                : before.progress();
    }

    /** Converts checkpoints by partition to checkpoints by reader. */
    private static List<ReaderCheckpoint> asReaders(SortedMap<Integer, Checkpoint> partitions) {
        var readers = new ArrayList<ReaderCheckpoint>();
        var some = new TreeMap<Integer, Checkpoint>();
        partitions.forEach((partition, one) -> {
            some.put(partition, one);
            if (some.size() == PARTITIONS_A_READER) {
                readers.add(asReader(some));
                some.clear();
            }
        });
        readers.add(asReader(some));
        return readers;
    }

    private static ReaderCheckpoint asReader(Map<Integer, Checkpoint> some) {
        long fence = some.values().stream().mapToLong(Checkpoint::fence).max().orElse(-1);
        return ReaderCheckpoint.EMPTY.plus(some).under(fence, 0);
    }

    private CompletionStage<Boolean> write(PartitionList list, JobId job, TaskName task) {
        String name = PartitionList.name(job, task);
        return list(job, task)
                .thenCompose(there -> {
                    if (there.isPresent() && !there.get().list().equals(list)) {
                        throw new AlreadyThere(name);
                    }
                    long seen = there.isPresent() ? there.get().version() : Documents.ABSENT;
                    return list.write(documents, job, task, seen);
                })
                .thenApply(version -> required(name, version));
    }

    /**
     * Creates a document. One with the same body was left over by an earlier attempt; it gets a new version, so that
     * the {@link DocumentSweeper} does not delete it as such.
     */
    private CompletionStage<Boolean> write(String name, byte[] body) {
        return documents
                .read(List.of(name))
                .thenCompose(there -> {
                    if (!there.isEmpty() && !Arrays.equals(there.get(0).body(), body)) {
                        throw new AlreadyThere(name);
                    }
                    long seen =
                            there.isEmpty() ? Documents.ABSENT : there.get(0).version();
                    return documents.write(name, body, seen);
                })
                .thenApply(version -> required(name, version));
    }

    private static boolean required(String name, OptionalLong version) {
        if (version.isEmpty()) {
            throw new AlreadyThere(name);
        }
        return true;
    }

    /** Thrown when a copy would overwrite what another one has written, or the peers of a job that runs by now. */
    public static final class AlreadyThere extends RuntimeException {

        private static final long serialVersionUID = 1;

        AlreadyThere(String name) {
            super("document " + name + " is there already");
        }
    }
}
