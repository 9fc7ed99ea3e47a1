package io.sardonyx.task.input;

import io.sardonyx.call.CallProgress;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionList;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.Assignment;
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
 * Partitions that are dealt out to the peers of an input by their index, with checkpoints in documents: which
 * partitions there are, which this peer reads, and how far each is done.
 *
 * <p>The first peer that lists the partitions stores the list, and all peers use that: otherwise two peers that see
 * different directories would both read a file, or neither.
 *
 * <p>Confined to the thread of the task's turn; answers of the store come through the mailbox in later turns.
 */
public final class DealtPartitions implements InputPartitions {

    /** Interval between queries of the store, and the first of them, from which it backs off. */
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
    /* Checkpoints of partitions that were begun and are not done, as read under the present fence. */
    private final SortedMap<Integer, Checkpoint> begun = new TreeMap<>();
    /* Document versions for conditional writes, where each partition has its own document (first format). */
    private final Map<Integer, Long> versions = new TreeMap<>();
    private BitSet finished = new BitSet();
    private int finishedOfMine;
    /* Segments skipped in finished partitions, where each has its own document. */
    private final Map<Integer, SortedMap<TaskName, Long>> skipped = new TreeMap<>();
    /* Partitions that this peer has open. */
    private final TreeSet<Integer> open = new TreeSet<>();
    /* The stored list; null until it is known. Indexes of partitions refer to it. */
    private @Nullable List<String> names;
    /* One document per reader (second format); null where each partition has its own. */
    private @Nullable ReaderProgress reader;
    /*
     * Version of a list that was copied from the job that this one resumes and was not yet compared with the present
     * partitions.
     */
    private @Nullable Long resumed;
    private boolean lookedForNames;
    /* Whether the list belongs to a job whose peers claimed its partitions. */
    private boolean claimed;
    private boolean checkpointsRead;
    private long fence;
    private int format;
    private int index;
    private int peers = 1;
    private int slots = 1;
    /* No partition of this peer below this index has still to be opened for the first time. */
    private int next;

    public DealtPartitions(
            Assignment self, Tuning tuning, Documents documents, Mailbox mailbox, CallProgress progress) {
        this.job = self.job();
        this.task = self.task();
        this.slot = self.slot();
        this.tuning = tuning;
        this.documents = documents;
        this.mailbox = mailbox;
        this.progress = progress;
        this.store = StoreQuery.ofPartitions(mailbox, job, task);
    }

    @Override
    public void follow(Share share, int clusterFormat) {
        fence = share.fence();
        index = share.index();
        peers = share.peers();
        slots = share.slots();
        format = clusterFormat;
        checkpointsRead = false;
        pauseNanos = SOON_NANOS;
        open.removeIf(partition -> !isMine(partition));
        if (reader != null) {
            reader.follow(fence, slots);
        }
        look();
    }

    /** Restarts the search for partitions to open, and counts the finished ones of this peer. */
    private void look() {
        next = index;
        finishedOfMine = 0;
        if (names != null) {
            for (int partition = index; partition < names.size(); partition += peers) {
                finishedOfMine += finished.get(partition) && !open.contains(partition) ? 1 : 0;
            }
        }
    }

    @Override
    public void reopen(int partition) {
        open.remove(partition);
        next = index;
        finishedOfMine += isMine(partition) && finished.get(partition) ? 1 : 0;
        if (reader == null) {
            checkpointsRead = false;
        }
    }

    @Override
    public boolean isMine(int partition) {
        return partition % peers == index;
    }

    @Override
    public void tend(Map<Integer, PartitionReader> reading, long nowNanos) {
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

    /** Applies the merged checkpoints; partitions that another reader got on with are superseded. */
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

    /** Whether every partition of this peer is open or finished. */
    private boolean isAllOpened() {
        return names != null && checkpointsRead && finishedOfMine + open.size() >= mine(names.size());
    }

    /** Number of partitions in this peer's share. */
    private int mine(int all) {
        return all <= index ? 0 : (all - index - 1) / peers + 1;
    }

    @Override
    public Map<Integer, PartitionReader> opened(Input input, int most, long nowNanos) throws Exception {
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
        if (claimed) {
            throw new IllegalStateException("the partitions of task " + task + " were claimed in the job that this one"
                    + " resumes, and are dealt out in this one; say partitions: claimed, or submit it with --again");
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

    /**
     * For a job that resumes another: unfinished partitions of that job must still exist; new ones are appended to the
     * list, which keeps indexes stable.
     */
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

    /** Reads the list; if there is none, writes it with a conditional write that only the first peer wins. */
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
        claimed = list.progress() == PartitionList.Progress.CLAIMED;
        if (list.byReader() && reader == null) {
            reader = new ReaderProgress(job, task, slot, documents, store);
            reader.follow(fence, slots);
        }
    }

    @Override
    public @Nullable Waiting waiting() {
        return store.waiting();
    }

    /** Reads the checkpoints where each partition has a document; {@link ReaderProgress} does it otherwise. */
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

    /** Opens partitions that were begun first, so that no more are begun than are read at once; then the others. */
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
        // Written under a newer fence: another peer reads it already, and this one will learn of that fence soon.
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

    @Override
    public boolean isExhausted(List<PartitionReader> mine, long nowNanos) {
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
            // Back-off, short at first: peers that share an input usually end at about the same time.
            retry.set(nowNanos + pauseNanos);
            pauseNanos = Math.min(AGAIN_NANOS, 2 * pauseNanos);
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

    @Override
    public long restNanos(long nowNanos) {
        long left = retry.leftNanos(nowNanos);
        long own = left == 0 || store.isAsking() ? Long.MAX_VALUE : left;
        return reader == null ? own : Math.min(own, reader.restNanos(nowNanos));
    }

    @Override
    public boolean isOver(PartitionReader partition) {
        return partition.isOver() || reader != null && partition.isDrained() && !partition.wantsCompleted();
    }

    @Override
    public void finish(int partition, PartitionReader closed) {
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

    @Override
    public boolean hasWritten() {
        return reader != null && reader.hasWritten();
    }

    @Override
    public boolean isWritten() {
        return reader == null || reader.isWritten();
    }

    @Override
    public boolean isStill() {
        return reader == null || reader.isStill();
    }

    @Override
    public boolean isSuperseded() {
        return reader != null && reader.isSuperseded();
    }

    @Override
    public double perKnown() {
        int known = finishedOfMine + open.size();
        return known == 0 || names == null ? 1 : (double) mine(names.size()) / known;
    }

    @Override
    public SortedMap<TaskName, Long> skipped(Map<Integer, PartitionReader> mine) {
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
