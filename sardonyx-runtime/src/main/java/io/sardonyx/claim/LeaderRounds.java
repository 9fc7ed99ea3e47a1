package io.sardonyx.claim;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.content.DocumentName;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.content.PartitionList;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.lease.HeldLease;
import io.sardonyx.lease.LeaderRound;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.lease.Sighting;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.partition.DocumentLock;
import io.sardonyx.plugin.Spread;
import io.sardonyx.port.Documents;
import io.sardonyx.store.LockCodec;
import io.sardonyx.task.InputListing;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The leader's work: lists the inputs of jobs, creates and removes the documents of their partitions, notices when a
 * job is done, and cleans the list of nodes. Each write is a compare-and-set of its own, so what a leader writes after
 * it lost its lock is at worst a document that nobody wants. Confined to the node's thread.
 */
final class LeaderRounds {

    /** Most partitions of a growing input that may be open at a time. */
    static final int MOST_OPEN = 100_000;

    /** Partitions that are done before the mark of an input whose names only grow is moved. */
    private static final int MARK_EVERY = 100;

    /** Writes under way at a time. */
    private static final int TOGETHER = 32;

    /** Leases after which nodes that hold nothing have to list themselves again. */
    private static final int CLEAN_LEASES = 10;

    /** How long the outcome of a call is kept for a submitter that does not ask for it. */
    private static final Duration KEEP_CALLS = Duration.ofMinutes(10);

    private final NodeSettings settings;
    private final Documents documents;
    private final Mailbox mailbox;
    private final WorkTable table;
    private final DocumentLock leaderLock;
    private final Executor listing;
    private final ProcessResources processResources;
    private final Function<JobId, @Nullable Job> contents;
    private final Map<JobId, Listing> listings = new HashMap<>();
    private final Deque<Runnable> writes = new ArrayDeque<>();
    private final Set<JobId> swept = new HashSet<>();
    private final Deadline nextClean = new Deadline();
    private final Deadline nextSearch = new Deadline();
    private final ClaimSweeper sweeper;
    private int underWay;
    private boolean changingIndex;
    private boolean fresh;
    private long nearEnd;
    private long fence = -1;

    /** What is known about the partitions of a job's input. */
    private static final class Listing {
        final Deadline again = new Deadline();
        /* Null until the partitions are known. */
        @Nullable
        List<String> names;

        Spread spread = Spread.LISTED;
        boolean asking;
        long created;
        SortedTable<TaskName, Long> skipped = SortedTable.empty();
    }

    /**
     * What it works with.
     *
     * @param documents of nodes
     * @param listing runs calls of inputs that list partitions, which may block
     */
    record Setting(
            NodeSettings settings,
            Documents documents,
            Mailbox mailbox,
            Executor listing,
            ProcessResources processResources) {}

    /** @param contents of the jobs that can run in this process */
    LeaderRounds(Setting setting, WorkTable table, DocumentLock leaderLock, Function<JobId, @Nullable Job> contents) {
        this.settings = setting.settings;
        this.documents = setting.documents;
        this.mailbox = setting.mailbox;
        this.table = table;
        this.leaderLock = leaderLock;
        this.listing = setting.listing;
        this.processResources = setting.processResources;
        this.contents = contents;
        this.sweeper = new ClaimSweeper(documents, mailbox, processResources.clock());
    }

    /** Takes note that the table is up to date. */
    void polled() {
        fresh = true;
        sweeper.polled();
    }

    /**
     * What is left to do of jobs that have few partitions left, so that their end is worth looking out for; 0 if there
     * are none.
     */
    long nearEnd() {
        return nearEnd;
    }

    /** Does what is due; only while this node holds the leader's lock. */
    boolean turn(Moment now) {
        HeldLease lease = leaderLock.lease();
        if (lease == null) {
            return false;
        }
        if (fence < lease.fence() && !leaderLock.isWriting()) {
            begin(lease, now);
        }
        boolean worked = flush();
        if (!fresh || underWay > 0 || !writes.isEmpty() || changingIndex || leaderLock.isWriting()) {
            return worked;
        }
        fresh = false;
        if (!table.isIndexProven() && table.indexVersion() != Documents.ABSENT) {
            // A read alone may be stale, or be undone by a fail-over of the store. If a job ended only according to
            // such a read, its partitions would be removed, and created anew although they are done.
            writeIndex(table.index().touched());
            return true;
        }
        nearEnd = 0;
        for (IndexedJob job : table.index().jobs()) {
            if (changingIndex || leaderLock.isWriting()) {
                fresh = true; // the other jobs' turn comes when that is written
                return true;
            }
            Job content = contents.apply(job.id());
            if (!job.isRunning()) {
                remove(job, now);
            } else if (content != null) {
                round(job, content, now);
            }
        }
        removeCalls(now);
        removeUnneeded(now);
        cleanNodes(now);
        return flush() || worked;
    }

    /** Forgets what it knew as a former leader, which may be out of date. */
    private void begin(HeldLease lease, Moment now) {
        fence = lease.fence();
        fresh = false;
        listings.clear();
        swept.clear();
        writes.clear();
        table.doubtIndex();
        sweeper.begin(now.nanos());
        nextSearch.set(now.nanos() + ClaimSweeper.GRACE.toNanos());
    }

    private boolean flush() {
        boolean any = false;
        while (underWay < TOGETHER && !writes.isEmpty()) {
            writes.remove().run();
            any = true;
        }
        return any;
    }

    private void round(IndexedJob job, Job content, Moment now) {
        Listing known = listings.computeIfAbsent(job.id(), id -> new Listing());
        list(job, content, known, now);
        List<String> names = known.names;
        if (names == null) {
            return;
        }
        SortedTable<String, PartitionTask> wanted = wanted(job, known, names);
        List<Sighting<PartitionDocument>> seen = table.of(job.id()).stream()
                .filter(each -> !ClaimDocuments.isSeal(each.document()))
                .toList();
        LeaderRound round = LeaderRound.of(LockDocument.unheld(fence), wanted, seen, now.nanos());
        if (round.fence() > fence) {
            raise(round.fence(), now);
            return;
        }
        round.remove().forEach(partition -> delete(partition, known));
        round.create().forEach((name, partition) -> create(name, partition, known));
        if ((known.created > 0 || !known.skipped.isEmpty()) && round.create().isEmpty()) {
            long more = known.created;
            SortedTable<TaskName, Long> skipped = known.skipped;
            known.created = 0;
            known.skipped = SortedTable.empty();
            changeIndex(job.id(), it -> it.listed(more).without(skipped));
        } else if (known.spread.kind() == Spread.Kind.LISTED) {
            complete(job, wanted);
        } else {
            mark(job, known, wanted);
        }
    }

    /** Raises the leader's own fence, before documents with such a fence are deleted. */
    private void raise(long atLeast, Moment now) {
        leaderLock.raise(atLeast, now, LockCodec::encoded, () -> {
            fence = Math.max(fence, atLeast);
            fresh = true;
        });
    }

    /** Asks for the partitions of an input, once or again and again. */
    private void list(IndexedJob job, Job content, Listing known, Moment now) {
        boolean growing = known.spread.kind() == Spread.Kind.GROWING;
        if (known.asking || known.names != null && !growing || !known.again.isDue(now.nanos())) {
            return;
        }
        known.asking = true;
        known.again.set(now.nanos() + settings.lease().toNanos() / 3);
        TaskName input = input(content).name();
        if (growing) {
            ask(job, content, known, input);
            return;
        }
        mailbox.await(
                PartitionList.read(documents, job.id(), input),
                there -> there.ifPresentOrElse(
                        stored -> listed(known, stored.list().names()), () -> ask(job, content, known, input)),
                failure -> hinder(job, known, "the list of its partitions cannot be read: " + failure.getMessage()));
    }

    private static CatalogEntry input(Job content) {
        return content.catalog().stream()
                .filter(entry -> entry.task().input())
                .findFirst()
                .orElseThrow();
    }

    private void ask(IndexedJob job, Job content, Listing known, TaskName input) {
        mailbox.await(
                CompletableFuture.supplyAsync(() -> InputListing.of(content, input, processResources), listing),
                found -> found(job, known, input, found),
                failure -> hinder(
                        job,
                        known,
                        processResources.secrets().redacted("its input cannot be listed: " + failure.getMessage())));
    }

    private void found(IndexedJob job, Listing known, TaskName input, InputListing found) {
        known.spread = found.spread();
        switch (found.spread().kind()) {
            case LISTED -> {
                var list = new PartitionList(found.partitions(), true, null);
                mailbox.await(
                        list.write(documents, job.id(), input, Documents.ABSENT),
                        version -> {
                            known.asking = false;
                            known.again.hasten();
                            fresh = true;
                            if (version.isPresent()) {
                                known.names = found.partitions();
                            }
                        },
                        failure -> hinder(job, known, "the list of its partitions cannot be stored: " + failure));
            }
            case GROWING -> {
                known.again.set(processResources.clock().getAsLong()
                        + found.spread().listEvery().toNanos());
                List<String> open = found.partitions().stream()
                        .filter(name -> name.compareTo(job.mark()) > 0)
                        .toList();
                if (open.size() > MOST_OPEN) {
                    hinder(
                            job,
                            known,
                            "its input has " + open.size() + " partitions, but at most " + MOST_OPEN
                                    + " may be open; let it delete or move what is done");
                } else {
                    listed(known, found.partitions());
                    hinder(job, known, "");
                }
            }
            default -> listed(known, found.partitions());
        }
    }

    private void listed(Listing known, List<String> names) {
        known.names = List.copyOf(names);
        known.asking = false;
        fresh = true;
    }

    private void hinder(IndexedJob job, Listing known, String why) {
        known.asking = false;
        if (!job.reason().equals(why)) {
            changeIndex(job.id(), it -> it.hindered(why));
        }
    }

    private SortedTable<String, PartitionTask> wanted(IndexedJob job, Listing known, List<String> names) {
        var wanted = new TreeMap<String, PartitionTask>();
        if (known.spread.kind() == Spread.Kind.PER_NODE) {
            wantPerNode(wanted, job.id());
        } else if (known.spread.kind() == Spread.Kind.ONE) {
            names.stream().limit(1).forEach(name -> put(wanted, job.id(), name));
        } else {
            for (String name : names) {
                if (isWanted(job, known, name)) {
                    put(wanted, job.id(), name);
                }
            }
        }
        return SortedTable.of(wanted);
    }

    /**
     * One partition for each node that is listed, and those of nodes that are gone until what they left is published.
     * One that is done has been published, and another one may come by its name.
     */
    private void wantPerNode(Map<String, PartitionTask> wanted, JobId job) {
        for (int i = 0; i < table.nodes().nodes().size(); i++) {
            String number = Integer.toString(i);
            wanted.put(ClaimDocuments.workName(job, number), ClaimDocuments.readPerNode(job, number));
        }
        for (Sighting<PartitionDocument> seen : table.of(job)) {
            if (ClaimDocuments.hasLeftOutput(seen.document())) {
                wanted.put(seen.name(), seen.document().task());
            } else if (seen.document().isDone()) {
                wanted.remove(seen.name());
            }
        }
    }

    /**
     * Whether a listed partition is to have a document. Where the input removes partitions before they are recorded as
     * done, the document of one that is done goes first: what is listed by that name is another partition.
     */
    private boolean isWanted(IndexedJob job, Listing known, String name) {
        if (known.spread.kind() == Spread.Kind.GROWING && known.spread.done() == Spread.Done.REMOVED) {
            Sighting<PartitionDocument> seen = table.get(ClaimDocuments.workName(job.id(), name));
            return seen == null || !seen.document().isDone();
        }
        return known.spread.kind() != Spread.Kind.GROWING || name.compareTo(job.mark()) > 0;
    }

    private static void put(Map<String, PartitionTask> wanted, JobId job, String partition) {
        wanted.put(ClaimDocuments.workName(job, partition), PartitionCodec.read(job, partition));
    }

    /** Lets outputs be published when all partitions are done, and ends the job when they are. */
    private void complete(IndexedJob job, SortedTable<String, PartitionTask> wanted) {
        long open = 0;
        long failed = 0;
        SortedTable<TaskName, Long> skipped = SortedTable.empty();
        for (String name : wanted.keys()) {
            Sighting<PartitionDocument> seen = table.get(name);
            open += seen == null || !seen.document().isDone() ? 1 : 0;
            failed += seen != null && seen.document().state() == PartitionDocument.State.FAILED ? 1 : 0;
            skipped = seen == null
                    ? skipped
                    : JobIndex.sum(skipped, seen.document().skipped());
        }
        if (open > failed && open - failed <= table.nodes().totalWorkers() || open == 0) {
            nearEnd += open - failed + 1;
        }
        if (open > 0) {
            String why = failed == 0 ? "" : failed + " partitions have failed too often: retry or drop them";
            if (!job.reason().equals(why)) {
                changeIndex(job.id(), it -> it.hindered(why));
            }
            return;
        }
        String name = ClaimDocuments.sealName(job.id());
        Sighting<PartitionDocument> seal = table.get(name);
        if (seal == null) {
            create(name, PartitionDocument.outstanding(ClaimDocuments.seal(job.id()), fence), new Listing());
        } else if (seal.document().isDone()) {
            SortedTable<TaskName, Long> leftOut = skipped;
            changeIndex(job.id(), it -> it.ended(JobIndex.State.DONE, "").without(leftOut));
        }
    }

    /** Moves the mark of an input whose names only grow over those that are done, which are then forgotten. */
    private void mark(IndexedJob job, Listing known, SortedTable<String, PartitionTask> wanted) {
        if (known.spread.done() != Spread.Done.BELOW_NEW_NAMES) {
            return;
        }
        var ordered = new TreeMap<String, String>();
        wanted.forEach(
                (name, task) -> ordered.put(String.valueOf(task.arguments().get(PartitionCodec.PARTITION)), name));
        String mark = "";
        int done = 0;
        for (var partition : ordered.entrySet()) {
            Sighting<PartitionDocument> seen = table.get(partition.getValue());
            if (seen == null || !seen.document().isDone()) {
                break;
            }
            mark = partition.getKey();
            done++;
        }
        if (done >= MARK_EVERY) {
            String last = mark;
            changeIndex(job.id(), it -> it.marked(last));
        }
    }

    /** Removes calls that have ended and whose submitters did not, most likely because they are gone. */
    private void removeCalls(Moment now) {
        table.of(ClaimDocuments.EXECUTOR).stream()
                .filter(call -> !call.document().isOutstanding())
                .filter(call -> call.observation().isUnchangedFor(KEEP_CALLS.toMillis(), now.nanos()))
                .forEach(call -> delete(call, new Listing()));
    }

    /** Removes what belongs to no job of the index, and locks that nobody holds, when that has been so for long. */
    private void removeUnneeded(Moment now) {
        List<Sighting<PartitionDocument>> unknown = nextSearch.isDue(now.nanos()) ? unknown(now.nanos()) : List.of();
        long highest = Math.max(highest(unknown), sweeper.fence());
        if (highest > fence) {
            raise(highest, now);
            return;
        }
        if (nextSearch.isDue(now.nanos())) {
            nextSearch.set(now.nanos() + ClaimSweeper.GRACE.toNanos());
            unknown.forEach(each -> delete(each, new Listing()));
        }
        sweeper.turn(table.index(), fence, now.nanos()).forEach(each -> delete(each.name(), each.version()));
    }

    private static long highest(List<Sighting<PartitionDocument>> partitions) {
        return partitions.stream()
                .mapToLong(each -> each.document().lock().fence())
                .max()
                .orElse(0);
    }

    /** Partitions of jobs that the index has forgotten, such as those that a former leader created too late. */
    private List<Sighting<PartitionDocument>> unknown(long nowNanos) {
        Set<JobId> known = new HashSet<>(Set.of(ClaimDocuments.EXECUTOR));
        table.index().jobs().forEach(job -> known.add(job.id()));
        return table.all().stream()
                .filter(each -> !known.contains(PartitionCodec.jobOf(each.document())))
                .filter(each -> each.document().isIdle(each.observation(), nowNanos))
                .filter(each -> each.observation().isUnchangedFor(ClaimSweeper.GRACE.toMillis(), nowNanos))
                .toList();
    }

    /** Removes what is left of a job that has ended: its partitions, then its content and list. */
    private void remove(IndexedJob job, Moment now) {
        List<Sighting<PartitionDocument>> left = table.of(job.id());
        if (highest(left) > fence) {
            raise(highest(left), now); // the id is free again when the index has forgotten the job
            return;
        }
        left.stream()
                .filter(each -> each.document().isIdle(each.observation(), now.nanos()))
                .forEach(each -> delete(each, new Listing()));
        if (left.isEmpty() && swept.add(job.id())) {
            for (String kind : List.of("jobs", "partitions")) {
                sweep(DocumentName.of(kind, job.id()) + "/");
            }
        }
    }

    private void sweep(String prefix) {
        mailbox.await(
                documents.names(prefix).thenCompose(documents::read),
                found -> found.forEach(document -> delete(document.name(), document.version())),
                failure -> {});
    }

    private void delete(String name, long version) {
        writes.add(() -> {
            underWay++;
            mailbox.await(documents.delete(name, version), deleted -> underWay--, failure -> underWay--);
        });
    }

    /** Deletes a partition, whose counts go into the index with the next change of it. */
    private void delete(Sighting<PartitionDocument> partition, Listing known) {
        writes.add(() -> {
            underWay++;
            mailbox.await(
                    documents.delete(partition.name(), partition.version()),
                    deleted -> {
                        underWay--;
                        table.gone(partition.name());
                        if (deleted) {
                            known.skipped = JobIndex.sum(
                                    known.skipped, partition.document().skipped());
                        }
                    },
                    failure -> underWay--);
        });
    }

    private void create(String name, PartitionDocument partition, Listing known) {
        writes.add(() -> {
            underWay++;
            mailbox.await(
                    documents.write(name, PartitionCodec.encode(partition), Documents.ABSENT),
                    version -> {
                        underWay--;
                        if (version.isEmpty()) {
                            table.unlisted(name); // the next poll reads it, and another round follows
                            return;
                        }
                        fresh = true;
                        known.created++;
                        table.wrote(
                                name,
                                version.getAsLong(),
                                partition,
                                processResources.clock().getAsLong());
                    },
                    failure -> underWay--);
        });
    }

    private void changeIndex(JobId job, UnaryOperator<IndexedJob> change) {
        table.index().changed(job, change).ifPresent(this::writeIndex);
    }

    private void writeIndex(JobIndex next) {
        if (changingIndex) {
            return;
        }
        changingIndex = true;
        mailbox.await(
                documents.write(ClaimDocuments.INDEX, next.encoded(), table.indexVersion()),
                version -> {
                    changingIndex = false;
                    fresh |= version.isPresent(); // else it has to be read first
                    version.ifPresentOrElse(it -> table.wrote(next, it), table::doubtIndex);
                },
                failure -> changingIndex = false);
    }

    /** Takes nodes off the list that let a partition expire, and now and then all that hold nothing. */
    private void cleanNodes(Moment now) {
        if (table.isTouched(ClaimDocuments.NODES)) {
            return;
        }
        NodeListDocument nodes = table.nodes();
        List<Sighting<PartitionDocument>> seen = table.all();
        Optional<NodeListDocument> cleaned = nodes.cleaned(seen, settings.token(), now.nanos());
        if (cleaned.isEmpty() && nextClean.isDue(now.nanos())) {
            nextClean.set(now.nanos() + CLEAN_LEASES * settings.lease().toNanos());
            cleaned = nodes.withoutIdle(seen, settings.token());
        }
        cleaned.ifPresent(next -> writes.add(() -> {
            underWay++;
            mailbox.await(
                    documents.write(ClaimDocuments.NODES, ClaimDocuments.encode(next), table.nodesVersion()),
                    version -> {
                        underWay--;
                        version.ifPresent(it -> table.wrote(next, it));
                    },
                    failure -> underWay--);
        }));
    }
}
