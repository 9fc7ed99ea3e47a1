package io.sardonyx.task.input;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.call.CallProgress;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.PartitionList;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Documents;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.Assignment;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Partitions of an input in a job with checkpoints: the list that all peers share, and how far they were read at the
 * checkpoint from which the present fence has started. They are dealt out by their index.
 *
 * <p>Confined to the thread of the task's turn; answers of the store come through the mailbox in later turns.
 */
final class CheckpointedPartitions {

    private final Assignment self;
    private final Tuning tuning;
    private final Documents documents;
    private final Mailbox mailbox;
    private final CallProgress progress;
    private final StoreQuery store;
    /* The stored list; null until it is known. Indexes of partitions refer to it. */
    private @Nullable List<String> names;
    private boolean lookedForNames;
    private @Nullable CompletedCheckpoint base;
    /* The manifest of the base; null until it is known. */
    private @Nullable Manifest manifest;
    /* Partitions of this peer that are read to their end, and where to begin with those that are not open. */
    private BitSet done = new BitSet();
    private final TreeMap<Integer, Checkpoint> begun = new TreeMap<>();
    private int index;
    private int peers = 1;
    /* No partition of this peer from this index on was opened for the first time. */
    private int next;

    CheckpointedPartitions(
            Assignment self, Tuning tuning, Documents documents, Mailbox mailbox, CallProgress progress) {
        this.self = self;
        this.tuning = tuning;
        this.documents = documents;
        this.mailbox = mailbox;
        this.progress = progress;
        this.store = StoreQuery.ofPartitions(mailbox, self.job(), self.task());
    }

    /** Starts at a new fence from its base. */
    void follow(int peerIndex, int peerCount, @Nullable CompletedCheckpoint from) {
        index = peerIndex;
        peers = peerCount;
        base = from;
        manifest = null;
        done = new BitSet();
        begun.clear();
        next = index;
    }

    /** The manifest of the base; null while it or the list of partitions is not known. */
    @Nullable
    Manifest manifest() {
        return names == null ? null : manifest;
    }

    /** Reads what is not known, one after the other. */
    void tend(Input input, long nowNanos) throws Exception {
        if (store.isAsking() || !store.isDue(nowNanos)) {
            return;
        }
        if (names == null) {
            list(input);
        } else if (manifest == null) {
            CompletedCheckpoint asked = base;
            store.ask(Manifest.read(documents, self.job(), asked), found -> {
                if (Objects.equals(asked, base) && manifest == null) {
                    goBy(found);
                }
            });
        }
    }

    private void goBy(Manifest found) {
        manifest = found;
        ReaderCheckpoint reached = found.reader(self.task());
        done = reached.done();
        begun.putAll(reached.open());
        begun.keySet().removeIf(partition -> !isMine(partition));
    }

    /** Reads the list; if there is none, writes it with a conditional write that only the first peer wins. */
    private void list(Input input) throws Exception {
        if (lookedForNames) {
            progress.step();
            var list = new PartitionList(input.partitions(), true, null);
            lookedForNames = false;
            store.ask(list.write(documents, self.job(), self.task(), Documents.ABSENT), written -> {
                if (written.isPresent()) {
                    names = list.names();
                }
            });
            return;
        }
        store.ask(PartitionList.read(documents, self.job(), self.task()), there -> {
            lookedForNames = there.isEmpty();
            there.ifPresent(stored -> names = stored.list().names());
        });
    }

    private boolean isMine(int partition) {
        return partition % peers == index;
    }

    /** Opens partitions that were begun first, then the others. */
    Map<Integer, PartitionReader> opened(int most, Map<Integer, PartitionReader> reading) {
        var opened = new TreeMap<Integer, PartitionReader>();
        List<String> listed = names;
        if (listed == null || manifest == null) {
            return opened;
        }
        for (var each : begun.entrySet()) {
            if (opened.size() < most && !reading.containsKey(each.getKey())) {
                opened.put(each.getKey(), reader(listed.get(each.getKey()), each.getValue()));
            }
        }
        opened.keySet().forEach(begun::remove);
        for (; next < listed.size() && opened.size() < most; next += peers) {
            if (!done.get(next)
                    && !reading.containsKey(next)
                    && !opened.containsKey(next)
                    && !begun.containsKey(next)) {
                opened.put(next, reader(listed.get(next), Checkpoint.BEGINNING));
            }
        }
        return opened;
    }

    private PartitionReader reader(String name, Checkpoint from) {
        return new PartitionReader(
                new PartitionReader.Place(self.task(), name, null, tuning), from, Documents.ABSENT, documents, mailbox);
    }

    /** Marks a partition as read to its end. */
    void end(int partition) {
        done.set(partition);
    }

    /** Whether all partitions of this peer are read to their ends. */
    boolean isEnded(Map<Integer, PartitionReader> reading) {
        return names != null
                && manifest != null
                && next >= names.size()
                && begun.isEmpty()
                && reading.keySet().stream().allMatch(done::get);
    }

    /** How far this peer has read its partitions. */
    ReaderCheckpoint reached(Map<Integer, PartitionReader> reading, long fence) {
        var open = new TreeMap<>(begun);
        reading.forEach((partition, reader) -> {
            if (!done.get(partition)) {
                open.put(partition, reader.reached(fence));
            }
        });
        var mine = new BitSet();
        done.stream().filter(this::isMine).forEach(mine::set);
        return new ReaderCheckpoint(
                fence, 0, mine, ReaderCheckpoint.EMPTY.skipped(), ReaderCheckpoint.EMPTY.ends(), open);
    }

    @Nullable
    Waiting waiting() {
        return store.waiting();
    }
}
