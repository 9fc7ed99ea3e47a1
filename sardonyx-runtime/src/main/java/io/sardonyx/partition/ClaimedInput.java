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
import io.sardonyx.report.Waiting;
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
import java.util.Objects;
import java.util.Optional;
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
    /* Partitions of a list that are not known to be done, by the names of their documents. */
    private final SortedMap<String, String> undone = new TreeMap<>();
    private final SeenPartitions seen = new SeenPartitions();
    private final Deadline nextPoll = new Deadline();
    private final Deadline nextList = new Deadline();
    private SortedMap<TaskName, Long> skipped = Collections.emptySortedMap();
    private @Nullable Spread spread;
    private @Nullable String failure;
    /* Whether the list of partitions is known. */
    private boolean listed;
    private boolean lookedForList;
    /* The list as copied from the job that this one resumes, until it was compared with the present partitions. */
    private PartitionList.@Nullable Stored resumed;
    private boolean polled;
    private long polledNanos;
    /* For an input that is listed again and again; null for any other. */
    private @Nullable GrowingList growing;
    private long hinderedMillis;

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
                            reader.self(),
                            Integer.MAX_VALUE,
                            setting.documents(),
                            setting.mailbox(),
                            setting.clock(),
                            new LeaseCounters()));
        }

        private PartitionWork start(PartitionWork.Grant grant) {
            PartitionDocument document = grant.document();
            var begun = new ClaimedProgress(
                    PartitionCodec.partitionOf(document),
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
        if (readers.isEmpty()) {
            return worked;
        }
        if (failure == null && isSpreadKnown()) {
            worked |= growing == null ? find(now.nanos()) : grow(growing, now.nanos());
            worked |= isReady() && !draining && claim(now.nanos());
        }
        show(now.wallMillis());
        return worked;
    }

    private void show(long nowMillis) {
        boolean exhausted = growing == null && isReady() && undone.isEmpty();
        var view = new ReaderClaims.View(
                exhausted, exhausted ? skipped : Collections.emptySortedMap(), failure, waiting(nowMillis));
        readers.forEach(reader -> reader.show(view));
    }

    private @Nullable Waiting waiting(long nowMillis) {
        String hindrance = growing == null ? null : growing.hindrance();
        hinderedMillis = hindrance == null ? 0 : hinderedMillis == 0 ? nowMillis : hinderedMillis;
        return hindrance == null ? store.waiting() : new Waiting(hindrance, hinderedMillis, hinderedMillis);
    }

    /** Whether it is known which partitions there are, and what became of them. */
    private boolean isReady() {
        return polled && (growing != null || listed && resumed == null);
    }

    private boolean isSpreadKnown() {
        if (spread == null) {
            spread = readers.get(0).spread();
            if (spread != null && spread.kind() == Spread.Kind.PER_NODE) {
                failure = "the input of task " + task + " has one partition for each node, of which peers cannot claim"
                        + " any; leave partitions: claimed out";
            } else if (spread != null && spread.kind() == Spread.Kind.GROWING) {
                growing = new GrowingList(job, task, spread, setting, seen);
            }
        }
        return spread != null && failure == null;
    }

    private List<Holding> holds(ReaderClaims reader) {
        return held.values().stream().filter(each -> each.reader == reader).toList();
    }

    private boolean tendHeld(Moment now, boolean draining) {
        boolean worked = false;
        for (var each = held.entrySet().iterator(); each.hasNext(); ) {
            var entry = each.next();
            String name = entry.getKey(); // the entry may be another one after a removal
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
                seen.wrote(name, partition.version(), partition.document(), now.nanos());
            }
            if (partition.isOver()) {
                each.remove();
                over(name, partition, now.nanos());
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

    /** After this process has let go of a partition: it may be done, and else the store tells what became of it. */
    private void over(String name, HeldPartition partition, long nowNanos) {
        if (!partition.isConfirmed()) {
            seen.gone(name);
            nextPoll.set(polledNanos + leaseNanos / 100);
        } else if (partition.document().isDone() && growing == null) {
            done(name, partition.document());
            if (seen.isNoneClaimable(nowNanos)) {
                nextPoll.hasten(); // who finishes the last one finds that all are done
            }
        } else if (growing != null) {
            growing.changed();
        }
    }

    private void done(String name, PartitionDocument document) {
        seen.gone(name);
        if (undone.remove(name) != null) {
            skipped =
                    Checkpoint.plus(skipped, PartitionCodec.checkpoint(document).skipped());
        }
    }

    /** Finds the partitions of an input that is listed once, and what became of them. */
    private boolean find(long nowNanos) {
        return !listed || resumed != null && polled ? list(nowNanos) : poll(nowNanos);
    }

    /** Lists the partitions again and again, if this process has the first peer of the input. */
    private boolean grow(GrowingList list, long nowNanos) {
        boolean worked = poll(nowNanos);
        Optional<ReaderClaims> first =
                readers.stream().filter(ReaderClaims::isFirst).findFirst();
        if (!polled || first.isEmpty()) {
            return worked;
        }
        for (ReaderClaims reader : readers) {
            List<String> names = reader.takeList();
            if (names != null) {
                nextList.set(
                        nowNanos + Objects.requireNonNull(spread).listEvery().toNanos());
                list.listed(names);
                worked = true;
            }
        }
        if (nextList.isDue(nowNanos)) {
            // A reader that waits has time; the first may be in a call that takes long.
            readers.stream()
                    .filter(ReaderClaims::isStarving)
                    .findFirst()
                    .orElse(first.get())
                    .askForList();
        }
        return list.turn(nowNanos) || worked;
    }

    /** Finds the list of partitions, or has a reader make one, which the first who writes it decides for all. */
    private boolean list(long nowNanos) {
        if (store.isAsking() || !store.isDue(nowNanos)) {
            return false;
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
            write(isOne() && names.size() > 1 ? names.subList(0, 1) : names, Documents.ABSENT);
        } else {
            compare(resumed, names);
        }
        return names != null;
    }

    private boolean isOne() {
        return spread != null && spread.kind() == Spread.Kind.ONE;
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
        seen.polled(List.of());
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
        boolean done = polled && growing == null && undone.isEmpty();
        if (done || store.isAsking() || !store.isDue(nowNanos) || !due) {
            return false;
        }
        polledNanos = nowNanos;
        nextPoll.set(nowNanos + leaseNanos / 3);
        seen.polling();
        GrowingList list = growing;
        if (list == null) {
            store.ask(readAll(new ArrayList<>(undone.keySet())), this::take);
        } else {
            String head = list.name();
            store.ask(
                    setting.documents().names(PartitionCodec.prefix(job, task)).thenCompose(names -> {
                        var all = new ArrayList<>(names);
                        all.add(head);
                        return readAll(all);
                    }),
                    found -> take(list, found));
        }
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
    private void take(List<Document> found) {
        long nowNanos = setting.clock().getAsLong();
        var absent = new TreeMap<>(undone);
        for (Document document : found) {
            PartitionDocument read = PartitionCodec.decoded(document.body());
            absent.remove(document.name());
            if (read.isDone()) {
                done(document.name(), read);
            } else {
                seen.read(document.name(), document.version(), read, nowNanos);
            }
        }
        absent.forEach((name, partition) -> seen.read(
                name,
                Documents.ABSENT,
                PartitionDocument.outstanding(PartitionCodec.read(job, partition), 0),
                nowNanos));
        seen.polled(undone.keySet());
        polled = true;
    }

    /** Takes over what a poll has read of a list that grows, and its head document. */
    private void take(GrowingList list, List<Document> found) {
        long nowNanos = setting.clock().getAsLong();
        var names = new HashSet<String>();
        Document head = null;
        for (Document document : found) {
            if (document.name().equals(list.name())) {
                head = document;
            } else {
                names.add(document.name());
                seen.read(document.name(), document.version(), PartitionCodec.decoded(document.body()), nowNanos);
            }
        }
        seen.polled(names);
        list.polled(head);
        polled = true;
    }

    /** Claims a partition for each reader that wants one. */
    private boolean claim(long nowNanos) {
        boolean any = false;
        for (ReaderClaims reader : readers) {
            if (!reader.looksAt(seen.state(), nowNanos)
                    || holds(reader).stream().anyMatch(Holding::isUntaken)) {
                continue;
            }
            List<Sighting<PartitionDocument>> eligible = seen.all().stream()
                    .filter(each -> !held.containsKey(each.name())
                            || each.document().lock().isHeldBy(reader.self().token()))
                    .toList();
            Optional<Sighting<PartitionDocument>> next = Claims.next(reader.peers(), reader.self(), eligible, nowNanos);
            if (next.isPresent()) {
                reader.claiming();
                held.put(next.get().name(), new Holding(next.get(), reader, setting));
                any = true;
            } else {
                reader.foundNone(seen.state(), nowNanos + leaseNanos / 30);
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
