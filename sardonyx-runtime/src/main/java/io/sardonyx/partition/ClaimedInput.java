package io.sardonyx.partition;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.content.PartitionList;
import io.sardonyx.lease.Claims;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.loop.Deadline;
import io.sardonyx.plugin.Spread;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.task.input.ClaimedProgress;
import io.sardonyx.task.input.StoreQuery;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one input as the readers of this process claim them: which there are, who holds them, and which a
 * reader that wants one tries to claim. Nodes go by the same rules and documents, except that nobody leads: the list of
 * partitions is a document that is created once, and a claim creates the document of a partition. Confined to the
 * thread of the group's turns.
 */
final class ClaimedInput {

    /** Most partitions that can be claimed. */
    static final int MOST_PARTITIONS = 100_000;

    /** Most documents that are read by one request. */
    private static final int READ_TOGETHER = 1_000;

    private final JobId job;
    private final TaskName task;
    private final InputClaims.Setting setting;
    private final StoreQuery store;
    private final long leaseNanos;
    private final List<ReaderClaims> readers = new ArrayList<>();
    /* Partitions that this process claims or holds, by the names of their documents. */
    private final Map<String, Holding> held = new TreeMap<>();
    /* Partitions that are not known to be done, by the names of their documents. */
    private final SortedMap<String, String> undone = new TreeMap<>();
    /* Documents of undone partitions as they were seen last; none for one of which nothing is known. */
    private final SortedMap<String, Sighting<PartitionDocument>> seen = new TreeMap<>();
    /* Names of documents that were written here since the poll under way began, which may not know it. */
    private final Set<String> touched = new HashSet<>();
    private final Deadline nextPoll = new Deadline();
    private SortedMap<TaskName, Long> skipped = Collections.emptySortedMap();
    private @Nullable Spread spread;
    private @Nullable String failure;
    /* Whether the list of partitions is known. */
    private boolean listed;
    private boolean lookedForList;
    /* The list that was copied from the job that this one resumes, until it was compared with the present partitions. */
    private PartitionList.@Nullable Stored resumed;
    private boolean polled;
    /* Counts changes of what is seen. */
    private long state;
    private long polledNanos;

    /** A partition that a reader of this process has, or is about to. */
    private static final class Holding {

        private final HeldPartition partition;
        private final ReaderClaims reader;
        private @Nullable ClaimedProgress progress;
        private long grantedNanos;

        private Holding(Sighting<PartitionDocument> chosen, ReaderClaims reader, InputClaims.Setting setting) {
            this.reader = reader;
            this.partition = new HeldPartition(
                    chosen,
                    this::start,
                    new HeldPartition.Setting(
                            reader.self(), Integer.MAX_VALUE, setting.documents(), setting.mailbox(), setting.clock()));
        }

        private PartitionWork start(PartitionWork.Grant grant) {
            PartitionDocument document = grant.document();
            var begun = new ClaimedProgress(
                    String.valueOf(document.task().arguments().get(PartitionCodec.PARTITION)),
                    PartitionCodec.checkpoint(document),
                    grant.mayAct(),
                    reader::wake);
            progress = begun;
            reader.grant(begun);
            return new PartitionRead(begun, reader);
        }

        /** Whether its reader has not begun with it. */
        private boolean isUntaken() {
            return progress == null || !progress.isTaken();
        }
    }

    ClaimedInput(JobId job, TaskName task, InputClaims.Setting setting) {
        this.job = job;
        this.task = task;
        this.setting = setting;
        this.leaseNanos = setting.lease().toNanos();
        this.store = StoreQuery.ofPartitions(setting.mailbox(), job, task);
    }

    /** Adds a reader of this process. */
    void add(ReaderClaims reader) {
        readers.add(reader);
    }

    /** Whether nobody reads here, and nothing is held. */
    boolean isOver() {
        return held.isEmpty() && readers.isEmpty();
    }

    boolean holdsNothing() {
        return held.isEmpty();
    }

    boolean turn(Moment now, boolean draining) {
        boolean worked = tendHeld(now, draining);
        readers.removeIf(reader -> reader.isClosed() && holds(reader).isEmpty());
        if (readers.isEmpty() || failure != null) {
            return worked;
        }
        if (!listed || resumed != null && polled) {
            worked |= list(now.nanos());
        } else {
            worked |= poll(now.nanos());
        }
        boolean ready = listed && polled && resumed == null;
        worked |= ready && !draining && claim(now.nanos());
        boolean exhausted = ready && undone.isEmpty();
        var view = new ReaderClaims.View(
                exhausted, exhausted ? skipped : Collections.emptySortedMap(), failure, store.waiting());
        readers.forEach(reader -> reader.show(view));
        return worked;
    }

    private List<Holding> holds(ReaderClaims reader) {
        return held.values().stream().filter(each -> each.reader == reader).toList();
    }

    private boolean tendHeld(Moment now, boolean draining) {
        boolean worked = false;
        for (var each = held.entrySet().iterator(); each.hasNext(); ) {
            var entry = each.next();
            Holding holding = entry.getValue();
            HeldPartition partition = holding.partition;
            if (draining || holding.reader.isClosed()) {
                partition.giveBack(now.nanos());
            } else if (isIgnored(holding, now.nanos())) {
                holding.reader.stuck();
                partition.giveBack(now.nanos());
            }
            worked |= partition.turn(now);
            if (partition.version() != Documents.ABSENT) {
                wrote(entry.getKey(), partition, now.nanos());
            }
            if (partition.isOver()) {
                each.remove();
                over(entry.getKey(), partition, now.nanos());
                worked = true;
            }
        }
        return worked;
    }

    /**
     * Whether a reader has not begun with its partition for a third of a lease, most likely because a call takes long:
     * others can read it meanwhile.
     */
    private boolean isIgnored(Holding holding, long nowNanos) {
        if (holding.progress == null) {
            holding.grantedNanos = nowNanos;
        }
        return holding.isUntaken() && nowNanos - holding.grantedNanos > leaseNanos / 3;
    }

    private void wrote(String name, HeldPartition partition, long nowNanos) {
        touched.add(name);
        Sighting<PartitionDocument> before = seen.get(name);
        if (undone.containsKey(name) && (before == null || before.version() != partition.version())) {
            seen.put(name, Sighting.first(name, partition.version(), partition.document(), nowNanos));
            state++;
        }
    }

    /** After this process has let go of a partition: it may be done, and else the store tells what became of it. */
    private void over(String name, HeldPartition partition, long nowNanos) {
        state++;
        if (!partition.isConfirmed()) {
            seen.remove(name);
            nextPoll.set(polledNanos + leaseNanos / 100);
        } else if (partition.document().isDone()) {
            done(name, partition.document());
            boolean isRest =
                    seen.values().stream().noneMatch(each -> each.document().isClaimable(each.observation(), nowNanos));
            if (isRest) {
                nextPoll.hasten(); // who finishes the last one finds that all are done
            }
        }
    }

    private void done(String name, PartitionDocument document) {
        seen.remove(name);
        if (undone.remove(name) != null) {
            skipped =
                    Checkpoint.plus(skipped, PartitionCodec.checkpoint(document).skipped());
        }
    }

    /** Finds the list of partitions, or has a reader make one, which the first who writes it decides for all. */
    private boolean list(long nowNanos) {
        if (spread == null) {
            spread = readers.get(0).spread();
        }
        if (spread == null || store.isAsking() || !store.isDue(nowNanos)) {
            return false;
        }
        if (spread.kind() == Spread.Kind.PER_NODE) {
            failure = "the input of task " + task + " has one partition for each node, of which peers cannot claim any;"
                    + " leave partitions: claimed out";
            return true;
        }
        if (!listed && !lookedForList) {
            store.ask(PartitionList.read(setting.documents(), job, task), there -> {
                lookedForList = there.isEmpty();
                there.ifPresent(this::goBy);
            });
            return true;
        }
        List<String> names = readers.get(0).takeList();
        if (names == null) {
            readers.get(0).askForList();
        } else if (resumed == null) {
            lookedForList = false;
            write(spread.kind() == Spread.Kind.ONE && names.size() > 1 ? names.subList(0, 1) : names, Documents.ABSENT);
        } else {
            compare(resumed, names);
        }
        return names != null;
    }

    /**
     * For a job that resumes another: partitions that are not done must still exist, and new ones are added to the
     * list.
     */
    private void compare(PartitionList.Stored before, List<String> now) {
        var gone = new ArrayList<>(undone.values());
        gone.removeAll(new HashSet<>(now));
        if (!gone.isEmpty()) {
            failure = "the partitions of task " + task + " have changed since the job that this one resumes: not done"
                    + " and not there any more is " + String.join(", ", gone)
                    + "; bring it back, or submit the job with --again to read all from the beginning";
            return;
        }
        var merged = new LinkedHashSet<>(before.list().names());
        merged.addAll(now);
        lookedForList = false;
        listed = false;
        resumed = null;
        write(List.copyOf(merged), before.version());
    }

    private void write(List<String> names, long version) {
        if (names.size() > MOST_PARTITIONS) {
            failure = "the input of task " + task + " has " + names.size() + " partitions, but at most "
                    + MOST_PARTITIONS + " can be claimed; let them be dealt, or read them by several tasks";
            return;
        }
        var list = new PartitionList(names, PartitionList.Progress.CLAIMED, null);
        store.ask(list.write(setting.documents(), job, task, version), written -> {
            if (written.isPresent()) {
                goBy(new PartitionList.Stored(list, written.getAsLong()));
            }
        });
    }

    private void goBy(PartitionList.Stored stored) {
        PartitionList list = stored.list();
        if (list.progress() != PartitionList.Progress.CLAIMED) {
            failure = "the partitions of task " + task + " were dealt out in the job that this one resumes, and are"
                    + " claimed in this one; leave partitions: claimed out, or submit it with --again";
            return;
        }
        undone.clear();
        seen.clear();
        skipped = Collections.emptySortedMap();
        list.names().forEach(name -> undone.put(PartitionCodec.name(job, task, name), name));
        resumed = list.resumes() == null ? null : stored;
        listed = true;
        polled = false;
        nextPoll.hasten();
    }

    /**
     * Reads the documents of all partitions that are not known to be done: after a third of a lease, and more often
     * while a reader waits for one.
     */
    private boolean poll(long nowNanos) {
        boolean starving = false;
        for (ReaderClaims reader : readers) {
            starving |= reader.isStarving();
        }
        boolean due = nextPoll.isDue(nowNanos) || starving && nowNanos - polledNanos > leaseNanos / 10;
        if (undone.isEmpty() && polled || store.isAsking() || !store.isDue(nowNanos) || !due) {
            return false;
        }
        polledNanos = nowNanos;
        nextPoll.set(nowNanos + leaseNanos / 3);
        touched.clear();
        var names = new ArrayList<>(undone.keySet());
        store.ask(readAll(names), found -> take(names, found));
        return true;
    }

    private CompletionStage<List<Document>> readAll(List<String> names) {
        CompletionStage<List<Document>> read = CompletableFuture.completedFuture(new ArrayList<>());
        for (int from = 0; from < names.size(); from += READ_TOGETHER) {
            List<String> some = names.subList(from, Math.min(names.size(), from + READ_TOGETHER));
            read = read.thenCombine(setting.documents().read(some), (before, found) -> {
                before.addAll(found);
                return before;
            });
        }
        return read;
    }

    /** Takes over what a poll has read; a partition without a document was never claimed. */
    private void take(List<String> asked, List<Document> found) {
        long nowNanos = setting.clock().getAsLong();
        var absent = new HashSet<>(asked);
        for (Document document : found) {
            absent.remove(document.name());
            if (!touched.contains(document.name())) {
                PartitionDocument read = PartitionCodec.decoded(document.body());
                saw(document.name(), document.version(), read, nowNanos);
            }
        }
        absent.removeAll(touched);
        for (String name : absent) {
            String partition = undone.get(name);
            if (partition != null) {
                var none = PartitionDocument.outstanding(PartitionCodec.read(job, partition), 0);
                saw(name, Documents.ABSENT, none, nowNanos);
            }
        }
        polled = true;
        state++;
    }

    private void saw(String name, long version, PartitionDocument document, long nowNanos) {
        if (document.isDone()) {
            done(name, document);
        } else if (undone.containsKey(name)) {
            Sighting<PartitionDocument> before = seen.get(name);
            seen.put(
                    name,
                    before == null
                            ? Sighting.first(name, version, document, nowNanos)
                            : before.then(version, document, nowNanos));
        }
    }

    /** Claims a partition for each reader that wants one. */
    private boolean claim(long nowNanos) {
        boolean any = false;
        for (ReaderClaims reader : readers) {
            if (!reader.looksAt(state, nowNanos) || holds(reader).stream().anyMatch(Holding::isUntaken)) {
                continue;
            }
            List<Sighting<PartitionDocument>> eligible = seen.values().stream()
                    .filter(each -> !held.containsKey(each.name())
                            || each.document().lock().isHeldBy(reader.self().token()))
                    .toList();
            Optional<Sighting<PartitionDocument>> next = Claims.next(reader.peers(), reader.self(), eligible, nowNanos);
            if (next.isPresent()) {
                reader.claiming();
                held.put(next.get().name(), new Holding(next.get(), reader, setting));
                any = true;
            } else {
                reader.foundNone(state, nowNanos + leaseNanos / 30);
            }
        }
        return any;
    }

    /** Ends without a word, as if the process had died. */
    void close() {
        held.values().forEach(each -> each.partition.close());
        held.clear();
    }
}
