package io.sardonyx.task.input;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.call.CallProgress;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionList;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.content.Waiting;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions an input has, which of them this peer reads, and how far all of them are done.
 *
 * <p>The first peer that lists them writes the list down, and everybody goes by that: else two peers that see another
 * directory would both read a file, or neither.
 */
public final class InputPartitions {

    private static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();
    private static final long SOON_NANOS = Duration.ofMillis(2).toNanos();

    private final JobId job;
    private final TaskName task;
    private final int slot;
    private final Tuning tuning;
    private final Documents documents;
    private final Mailbox mailbox;
    private final CallProgress progress;
    private final StoreQuery store;
    private final Deadline retry = new Deadline();
    private long pauseNanos = SOON_NANOS;
    /* Where partitions were left that are begun and not done, as it was read under the present fence. */
    private final SortedMap<Integer, Checkpoint> begun = new TreeMap<>();
    /* The versions of documents, where each partition has one. */
    private final Map<Integer, Long> versions = new TreeMap<>();
    private BitSet finished = new BitSet();
    private int finishedOfMine;
    /* What was left out of those that are finished, where each has a document and anything was. */
    private final Map<Integer, SortedMap<TaskName, Long>> skipped = new TreeMap<>();
    private final TreeSet<Integer> open = new TreeSet<>();
    private @Nullable List<String> names;
    /* Null where each partition has a document of its own. */
    private @Nullable ReaderProgress reader;
    /* The version of a list that is a copy of another job's and that nobody has compared with what is there now. */
    private @Nullable Long resumed;
    private boolean lookedForNames;
    private boolean checkpointsRead;
    private long fence;
    private int format;
    private int index;
    private int peers = 1;
    private int slots = 1;
    /* None of this peer's before it is to be opened for the first time. */
    private int next;

    public InputPartitions(
            Assignment self, Tuning tuning, Documents documents, Mailbox mailbox, CallProgress progress) {
        this.job = self.job();
        this.task = self.task();
        this.slot = self.slot();
        this.tuning = tuning;
        this.documents = documents;
        this.mailbox = mailbox;
        this.progress = progress;
        this.store = new StoreQuery(
                mailbox,
                new StoreRetry(
                        "a checkpoint or the list of partitions of task " + task + " of job " + job,
                        "sardonyx job reset " + job + " " + task
                                + " deletes what is damaged of them and says what will be read again"));
    }

    /**
     * Who reads what from now on.
     *
     * @param index this peer is the one with that index
     * @param peers of so many
     * @param slots all of whose slots are below that
     */
    record Share(long fence, int index, int peers, int slots) {}

    void follow(Share share, int clusterFormat) {
        fence = share.fence;
        index = share.index;
        peers = share.peers;
        slots = share.slots;
        format = clusterFormat;
        checkpointsRead = false;
        pauseNanos = SOON_NANOS;
        open.removeIf(partition -> !isMine(partition));
        if (reader != null) {
            reader.follow(fence, slots);
        }
        look();
    }

    /** Looks for partitions to open from the first one on, now that others may be there. */
    private void look() {
        next = index;
        finishedOfMine = 0;
        if (names != null) {
            for (int partition = index; partition < names.size(); partition += peers) {
                finishedOfMine += finished.get(partition) && !open.contains(partition) ? 1 : 0;
            }
        }
    }

    /** Somebody else had it in between; it is opened again from where that one came to. */
    void reopen(int partition) {
        open.remove(partition);
        next = index;
        finishedOfMine += isMine(partition) && finished.get(partition) ? 1 : 0;
        if (reader == null) {
            checkpointsRead = false;
        }
    }

    boolean isMine(int partition) {
        return partition % peers == index;
    }

    /** Writes down how far they are where they have no documents of their own, and hears what others have written. */
    void tend(Map<Integer, PartitionReader> reading, long nowNanos) {
        ReaderProgress all = reader;
        if (all == null) {
            return;
        }
        all.prepare(reading, this::isMine, nowNanos);
        if (all.takeNews() && all.isMerged()) {
            take(all, reading);
        }
        boolean ended = true;
        boolean waiting = false;
        for (PartitionReader each : reading.values()) {
            boolean drained = each.isDrained();
            ended &= drained;
            waiting |= drained && each.wantsCompleted();
        }
        all.tend(reading, waiting || ended && isAllOpened(), nowNanos);
    }

    private void take(ReaderProgress all, Map<Integer, PartitionReader> reading) {
        ReaderCheckpoint merged = all.merged();
        reading.forEach((partition, each) -> {
            Checkpoint there = merged.open().get(partition);
            if (merged.done().get(partition) && each.isDrained()) {
                each.written(each.done());
            } else if (merged.done().get(partition) || there != null && !each.isOwn(there)) {
                each.supersede();
            }
        });
        begun.clear();
        begun.putAll(merged.open());
        finished = merged.done();
        all.pending().forEach(finished::set);
        checkpointsRead = true;
        look();
    }

    /** Whether none of this peer's partitions is left to be opened. */
    private boolean isAllOpened() {
        return names != null && checkpointsRead && finishedOfMine + open.size() >= mine(names.size());
    }

    private int mine(int all) {
        return all <= index ? 0 : (all - index - 1) / peers + 1;
    }

    /**
     * Partitions that may be read from now on; looks for them step by step.
     *
     * @param most how many there may be
     */
    Map<Integer, PartitionReader> opened(Input input, int most, long nowNanos) throws Exception {
        if (names != null && checkpointsRead && isAllOpened() && resumed == null
                || store.isAsking()
                || !retry.isDue(nowNanos)
                || !store.isDue(nowNanos)) {
            return Map.of();
        }
        if (names == null) {
            name(input);
            return Map.of();
        }
        if (!checkpointsRead) {
            readCheckpoints(names);
            return Map.of();
        }
        if (resumed != null) {
            compare(input, names, resumed);
            return Map.of();
        }
        return openMissing(names, most, nowNanos);
    }

    /** Of a job that resumes another: what was not done there must still be there, what is new comes behind it. */
    private void compare(Input input, List<String> before, long version) throws Exception {
        progress.step();
        List<String> now = input.partitions();
        var present = new HashSet<>(now);
        var gone = new ArrayList<String>();
        for (int i = 0; i < before.size(); i++) {
            if (!finished.get(i) && !present.contains(before.get(i))) {
                gone.add(before.get(i));
            }
        }
        if (!gone.isEmpty()) {
            throw new IllegalStateException("the partitions of task " + task + " have changed since the job that this"
                    + " one resumes: not done and not there any more is " + String.join(", ", gone)
                    + "; bring it back, or submit the job with --again to read all from the beginning");
        }
        var merged = new LinkedHashSet<>(before);
        merged.addAll(now);
        var together = new PartitionList(List.copyOf(merged), reader != null, null);
        store.ask(together.write(documents, job, task, version), written -> {
            resumed = null;
            names = written.isPresent() ? together.names() : null;
            if (reader == null) {
                checkpointsRead = false;
            }
        });
    }

    private void name(Input input) throws Exception {
        if (lookedForNames) {
            progress.step();
            var list = new PartitionList(input.partitions(), format > ClusterParameters.FIRST_FORMAT, null);
            lookedForNames = false;
            store.ask(list.write(documents, job, task, Documents.ABSENT), written -> {
                if (written.isPresent()) {
                    goBy(list);
                }
            });
            return;
        }
        store.ask(PartitionList.read(documents, job, task), there -> {
            if (there.isEmpty()) {
                lookedForNames = true;
            } else {
                goBy(there.get().list());
                resumed = there.get().list().resumes() == null
                        ? null
                        : there.get().version();
            }
        });
    }

    private void goBy(PartitionList list) {
        names = list.names();
        if (list.byReader() && reader == null) {
            reader = new ReaderProgress(job, task, slot, documents, store);
            reader.follow(fence, slots);
        }
    }

    /** What keeps it from finding or finishing partitions, or null. */
    @Nullable
    Waiting waiting() {
        return store.waiting();
    }

    /** Where each partition has a document; a reader reads those of all readers by itself. */
    private void readCheckpoints(List<String> listed) {
        if (reader == null) {
            store.ask(documents.read(documentsOf(IntStream.range(0, listed.size()))), there -> {
                there.forEach(this::note);
                checkpointsRead = true;
                look();
            });
        }
    }

    private List<String> documentsOf(IntStream partitions) {
        return partitions
                .mapToObj(partition -> Checkpoint.name(job, task, partition))
                .toList();
    }

    private void note(Document document) {
        int partition = Checkpoint.partitionIn(document.name());
        Checkpoint there = Checkpoint.read(document.body());
        versions.put(partition, document.version());
        begun.put(partition, there);
        if (there.atEnd()) {
            finished.set(partition);
            noteSkipped(partition, there.skipped());
        }
    }

    private void noteSkipped(int partition, SortedMap<TaskName, Long> leftOut) {
        if (!leftOut.isEmpty()) {
            skipped.put(partition, leftOut);
        }
    }

    /** What somebody has begun comes first, so that no more are begun than are read at once; then the others. */
    private Map<Integer, PartitionReader> openMissing(List<String> listed, int most, long nowNanos) {
        var opened = new TreeMap<Integer, PartitionReader>();
        if (reader != null) {
            for (int partition : begun.keySet()) {
                if (opened.size() < most && isMine(partition) && isMissing(partition)) {
                    open(listed, partition, opened, nowNanos);
                }
            }
        }
        for (; next < listed.size() && opened.size() < most; next += peers) {
            if (isMissing(next)) {
                open(listed, next, opened, nowNanos);
            }
        }
        return opened;
    }

    private boolean isMissing(int partition) {
        return !finished.get(partition) && !open.contains(partition);
    }

    private void open(List<String> listed, int partition, Map<Integer, PartitionReader> into, long nowNanos) {
        Checkpoint from = begun.getOrDefault(partition, Checkpoint.BEGINNING);
        if (from.fence() > fence) {
            retry.set(nowNanos + AGAIN_NANOS);
            checkpointsRead = false;
            return;
        }
        open.add(partition);
        String document = reader == null ? Checkpoint.name(job, task, partition) : null;
        into.put(
                partition,
                new PartitionReader(
                        new PartitionReader.Place(task, listed.get(partition), document, tuning),
                        from,
                        versions.getOrDefault(partition, Documents.ABSENT),
                        documents,
                        mailbox));
    }

    /** Whether all partitions, also those of others, are written down as done and at their end. */
    boolean isExhausted(List<PartitionReader> mine, long nowNanos) {
        if (names == null || resumed != null || store.isAsking() || !areFinished(mine) || !isAllOpened()) {
            return false;
        }
        if (reader != null) {
            boolean known = reader.isMerged() && reader.isWritten();
            boolean all = known && finished.cardinality() == names.size();
            if (known && !all) {
                reader.lookAround(this::isMine, nowNanos);
            }
            return all;
        }
        if (peers > 1 && retry.isDue(nowNanos) && store.isDue(nowNanos)) {
            List<String> unfinished = documentsOf(IntStream.range(0, names.size())
                    .filter(partition -> !isMine(partition) && !finished.get(partition)));
            if (unfinished.isEmpty()) {
                return true;
            }
            retry.set(nowNanos + pauseNanos);
            pauseNanos = Math.min(AGAIN_NANOS, 2 * pauseNanos); // most who share an input end at about the same time
            store.ask(documents.read(unfinished), there -> there.forEach(this::note));
        }
        return peers == 1;
    }

    private static boolean areFinished(List<PartitionReader> mine) {
        for (int i = 0; i < mine.size(); i++) {
            if (!mine.get(i).isFinished()) {
                return false;
            }
        }
        return true;
    }

    /** How long there is nothing to ask for; answers come by themselves. */
    long restNanos(long nowNanos) {
        long left = retry.leftNanos(nowNanos);
        long own = left == 0 || store.isAsking() ? Long.MAX_VALUE : left;
        return reader == null ? own : Math.min(own, reader.restNanos(nowNanos));
    }

    /** Whether one is to be closed: its end is written down, or is kept in mind until it is. */
    boolean isOver(PartitionReader partition) {
        return partition.isOver() || reader != null && partition.isDrained() && !partition.wantsCompleted();
    }

    /** One of this peer's is over and was closed. */
    void finish(int partition, PartitionReader closed) {
        open.remove(partition);
        finished.set(partition);
        finishedOfMine++;
        begun.remove(partition);
        versions.remove(partition);
        if (reader == null) {
            noteSkipped(partition, closed.skipped());
        } else if (!closed.isFinished()) {
            reader.finish(partition, closed.done());
        }
    }

    /** Whether one came to its end under the present fence, and that is written down. */
    boolean hasWritten() {
        return reader != null && reader.hasWritten();
    }

    /** Whether all that is done is written down, as far as that is not up to each partition. */
    boolean isWritten() {
        return reader == null || reader.isWritten();
    }

    /** Whether no write is under way, as far as that is not up to each partition. */
    boolean isStill() {
        return reader == null || reader.isStill();
    }

    /** Whether others read under a newer fence, as far as that is not up to each partition. */
    boolean isSuperseded() {
        return reader != null && reader.isSuperseded();
    }

    /** How many there are for each of those that this peer has finished or has open, so that these tell of all. */
    double perKnown() {
        int known = finishedOfMine + open.size();
        return known == 0 || names == null ? 1 : (double) mine(names.size()) / known;
    }

    /** What was left out of all partitions together, once they are exhausted. */
    SortedMap<TaskName, Long> skipped(Map<Integer, PartitionReader> mine) {
        if (reader != null) {
            return reader.merged().skipped();
        }
        var all = new TreeMap<TaskName, Long>();
        skipped.values().forEach(counts -> counts.forEach((by, count) -> all.merge(by, count, Long::sum)));
        mine.forEach((partition, each) -> {
            if (!skipped.containsKey(partition)) {
                each.skipped().forEach((by, count) -> all.merge(by, count, Long::sum));
            }
        });
        return all;
    }
}
