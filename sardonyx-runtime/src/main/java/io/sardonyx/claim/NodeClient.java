package io.sardonyx.claim;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.check.JobFaults;
import io.sardonyx.job.check.NodeLimits;
import io.sardonyx.json.BadInput;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.lease.Sighting;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import io.sardonyx.store.LockCodec;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Client of nodes: submits and kills jobs, and tells how jobs, nodes and partitions are. It talks to the store alone,
 * so it works while no node runs. Methods block until the store answers, or fail with {@link StoreUnreachable}.
 */
public final class NodeClient {

    /** Attempts at a compare-and-set that other clients and the leader compete with. */
    private static final int ATTEMPTS = 100;

    private static final int READ_TOGETHER = 1_000;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final Documents documents;
    private final JobStore contents;
    private final Duration patience;
    private final InstantSource clock;
    private final CallSignal callSignal;

    /** @param patience for how long each answer of the store is waited for */
    public NodeClient(Documents store, Duration patience, InstantSource clock) {
        this.documents = ClaimDocuments.within(store);
        this.contents = new JobStore(documents);
        this.patience = patience;
        this.clock = clock;
        this.callSignal = new CallSignal(documents, System::nanoTime);
    }

    /** What became of a submission. */
    public enum Submission {
        DONE,
        /** A job of the same id and content is there already. */
        ALREADY_THERE,
        /** A job of the same id with other content is there, or was. */
        OTHER_CONTENT
    }

    /**
     * A partition as its document tells.
     *
     * @param name of the partition; of the unit of work that publishes the outputs, {@code !seal}
     * @param document name of its document
     */
    public record PartitionStatus(JobId job, String name, String document, PartitionDocument state) {

        /** Whether it stands for publishing the outputs. */
        public boolean isSeal() {
            return ClaimDocuments.isSeal(state);
        }
    }

    /**
     * Submits a job; nodes that run, or run later, find it.
     *
     * @throws BadJob with everything that is wrong with it, or that nodes cannot do
     * @throws BadInput when nodes have too many jobs
     */
    public Submission submit(Job job) {
        List<Fault> faults = new ArrayList<>(JobFaults.of(job));
        faults.addAll(NodeLimits.faults(job));
        if (job.id().equals(ClaimDocuments.EXECUTOR)) {
            faults.add(new Fault(
                    Part.of("id"), "is " + job.id() + ", to which calls that are submitted belong", "choose another"));
        }
        if (!faults.isEmpty()) {
            throw new BadJob(job.id(), faults);
        }
        JobStore.Content content = JobStore.content(job);
        String hash = content.outline().contentHash();
        Optional<IndexedJob> known = index().job(job.id());
        if (known.isPresent()) {
            return known(known.get(), hash);
        }
        answer(contents.write(content), "the content of job " + job.id() + " to be stored");
        var submission = new Submission[] {Submission.DONE};
        changeIndex(index -> {
            Optional<IndexedJob> there = index.job(job.id());
            if (there.isPresent()) {
                submission[0] = known(there.get(), hash);
                return Optional.empty();
            }
            if (index.running().size() >= JobIndex.MOST_RUNNING) {
                throw new BadInput(
                        "nodes share at most " + JobIndex.MOST_RUNNING + " jobs at a time; kill some before");
            }
            return Optional.of(index.with(IndexedJob.submitted(job.id(), hash, Math.max(0, clock.millis()))));
        });
        return submission[0];
    }

    private static Submission known(IndexedJob there, String hash) {
        return there.hash().equals(hash) ? Submission.ALREADY_THERE : Submission.OTHER_CONTENT;
    }

    /** Kills a job; returns whether it ran. Its workers stop when their nodes read that. */
    public boolean kill(JobId job, String reason) {
        return changeIndex(index -> index.changed(job, it -> it.ended(JobIndex.State.KILLED, reason)));
    }

    /** All jobs that run, and the last ones that ended. */
    public JobIndex index() {
        return one(ClaimDocuments.INDEX, JobIndex::read).orElse(JobIndex.EMPTY);
    }

    /**
     * Waits until a job has ended, and tells how.
     *
     * @throws BadInput when there is no such job, or it ended so long ago that it is forgotten
     */
    public IndexedJob await(JobId job) throws InterruptedException {
        while (true) {
            IndexedJob now = index().job(job).orElseThrow(() -> new BadInput("nodes have no job " + job));
            if (!now.isRunning()) {
                return now;
            }
            LockSupport.parkNanos(this, BETWEEN_LOOKS.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** The nodes that have listed themselves; some may have died since. */
    public NodeListDocument nodes() {
        return one(ClaimDocuments.NODES, ClaimDocuments::nodes).orElse(NodeListDocument.EMPTY);
    }

    /** Takes a node off the list, which one that lives joins again; returns whether it was on it. */
    public boolean remove(String node) {
        String name = ClaimDocuments.NODES;
        for (int i = 0; i < ATTEMPTS; i++) {
            List<Document> found = answer(documents.read(List.of(name)), "document " + name);
            Optional<NodeListDocument> rest = found.isEmpty()
                    ? Optional.empty()
                    : ClaimDocuments.decode(name, found.get(0).body(), ClaimDocuments::nodes)
                            .without(node);
            if (rest.isEmpty()) {
                return false;
            }
            byte[] body = ClaimDocuments.encode(rest.get());
            if (answer(documents.write(name, body, found.get(0).version()), "document " + name)
                    .isPresent()) {
                return true;
            }
        }
        throw changing(name);
    }

    /** How many workers of each node have partitions and calls, or are meant to run calls, by its token. */
    public Map<String, Integer> load() {
        var load = new TreeMap<String, Integer>();
        List<String> names = answer(documents.names(ClaimDocuments.WORK_PREFIX), "the names of partitions");
        for (Document document : readAll(names)) {
            try {
                PartitionDocument work = status(document).state();
                String node = work.lock().isFree()
                        ? work.task().arguments().get(ClaimDocuments.NODE)
                        : work.lock().holder();
                if (work.isOutstanding() && node != null && !ClaimDocuments.isPerNode(work)) {
                    load.merge(node, 1, Integer::sum);
                }
            } catch (Unreadable e) {
                // It is nobody's work before it is repaired.
            }
        }
        return load;
    }

    private List<Document> readAll(List<String> names) {
        return readAll(names, new TreeMap<>());
    }

    private List<Document> readAll(List<String> names, Map<String, String> bad) {
        var all = new ArrayList<Document>();
        for (int from = 0; from < names.size(); from += READ_TOGETHER) {
            List<String> some = names.subList(from, Math.min(names.size(), from + READ_TOGETHER));
            DamageTolerantRead read = answer(DamageTolerantRead.of(documents, some), "partitions");
            all.addAll(read.documents());
            bad.putAll(read.damaged());
        }
        return all;
    }

    /** The leader's lock; unheld if there never was a leader. */
    public LockDocument leader() {
        return one(ClaimDocuments.LEADER, LockCodec::read).orElse(LockDocument.UNHELD);
    }

    private <T> Optional<T> one(String name, Function<io.sardonyx.json.Field, T> form) {
        List<Document> found = answer(documents.read(List.of(name)), "document " + name);
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(ClaimDocuments.decode(name, found.get(0).body(), form));
    }

    /**
     * The partitions of a job, by the names of their documents; documents that cannot be decoded are in {@code bad}.
     */
    public List<PartitionStatus> partitions(JobId job, Map<String, String> bad) {
        String prefix = ClaimDocuments.workPrefix(job);
        List<String> names = answer(documents.names(prefix), "the names of partitions");
        var all = new TreeMap<String, PartitionStatus>();
        for (Document document : readAll(names, bad)) {
            try {
                all.put(document.name(), status(document));
            } catch (Unreadable e) {
                bad.put(document.name(), String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(all.values());
    }

    private static PartitionStatus status(Document document) {
        PartitionDocument state = ClaimDocuments.decode(document.name(), document.body(), PartitionCodec::read);
        return new PartitionStatus(
                PartitionCodec.jobOf(state), ClaimDocuments.partitionOf(state), document.name(), state);
    }

    /**
     * Submits a call under an id that is unique.
     *
     * @param id the lower it is, the sooner it is run, as far as order goes among nodes
     */
    public void submit(String id, CallTask call) {
        String name = ClaimDocuments.workName(ClaimDocuments.EXECUTOR, id);
        byte[] body = PartitionCodec.encode(PartitionDocument.outstanding(call.task(id), 0));
        if (answer(documents.write(name, body, Documents.ABSENT), "call " + id).isEmpty()) {
            throw new IllegalStateException("there is a call " + id + " already");
        }
        callSignal.submitted();
    }

    /** Calls that were submitted and not removed yet, by their ids; their documents may be unreadable. */
    public Map<String, Sighting<PartitionDocument>> calls(Collection<String> ids) {
        var calls = new TreeMap<String, Sighting<PartitionDocument>>();
        var names = new TreeMap<String, String>();
        ids.forEach(id -> names.put(ClaimDocuments.workName(ClaimDocuments.EXECUTOR, id), id));
        for (Document document : readAll(List.copyOf(names.keySet()))) {
            calls.put(names.get(document.name()), call(document));
        }
        return calls;
    }

    private static Sighting<PartitionDocument> call(Document document) {
        PartitionDocument state;
        try {
            state = status(document).state();
        } catch (Unreadable e) {
            state = new PartitionDocument(
                    LockDocument.UNHELD,
                    new PartitionTask(ClaimDocuments.CALL, SortedTable.empty()),
                    PartitionDocument.State.FAILED,
                    null,
                    SortedTable.empty(),
                    1,
                    String.valueOf(e.getMessage()));
        }
        return Sighting.first(document.name(), document.version(), state, System.nanoTime());
    }

    /** Ends a call that is outstanding: whoever runs it loses its lease. Returns the call as it is then. */
    public Optional<Sighting<PartitionDocument>> fail(String id, String reason) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Sighting<PartitionDocument> found = calls(List.of(id)).get(id);
            if (found == null || !found.document().isOutstanding()) {
                return Optional.ofNullable(found);
            }
            PartitionDocument failed = found.document().givenUp(reason);
            OptionalLong version =
                    answer(documents.write(found.name(), PartitionCodec.encode(failed), found.version()), "call " + id);
            if (version.isPresent()) {
                return Optional.of(found.then(version.getAsLong(), failed, System.nanoTime()));
            }
        }
        throw changing(id);
    }

    /**
     * Removes a call that has ended, without waiting for the answer. One that is not removed, because the store fails
     * or somebody changed it meanwhile, is left to the leader.
     *
     * @param version of its document in which it was seen to have ended
     */
    public void removeCall(String id, long version) {
        var unused = documents.delete(ClaimDocuments.workName(ClaimDocuments.EXECUTOR, id), version);
    }

    /** Watches the calls of all submitters; the callback is run by a thread of the store. */
    public Watch onCalls(Runnable nudge) {
        return documents.onChange(ClaimDocuments.workPrefix(ClaimDocuments.EXECUTOR), nudge);
    }

    /** Lets nodes try a failed partition again; returns whether it had failed. */
    public boolean retry(JobId job, String partition) {
        return changePartition(job, partition, PartitionDocument::retried);
    }

    /** Gives a failed partition up, so that its job can end without it; returns whether it had failed. */
    public boolean drop(JobId job, String partition) {
        return changePartition(job, partition, PartitionDocument::dropped);
    }

    private boolean changePartition(
            JobId job, String partition, Function<PartitionDocument, Optional<PartitionDocument>> change) {
        String name = ClaimDocuments.workName(job, partition);
        for (int i = 0; i < ATTEMPTS; i++) {
            List<Document> found = answer(documents.read(List.of(name)), "document " + name);
            if (found.isEmpty()) {
                return false;
            }
            Optional<PartitionDocument> next = change.apply(status(found.get(0)).state());
            if (next.isEmpty()) {
                return false;
            }
            byte[] body = PartitionCodec.encode(next.get());
            if (answer(documents.write(name, body, found.get(0).version()), "document " + name)
                    .isPresent()) {
                return true;
            }
        }
        throw changing(name);
    }

    private boolean changeIndex(Function<JobIndex, Optional<JobIndex>> change) {
        String name = ClaimDocuments.INDEX;
        for (int i = 0; i < ATTEMPTS; i++) {
            List<Document> found = answer(documents.read(List.of(name)), "document " + name);
            JobIndex index = found.isEmpty()
                    ? JobIndex.EMPTY
                    : ClaimDocuments.decode(name, found.get(0).body(), JobIndex::read);
            Optional<JobIndex> next = change.apply(index);
            if (next.isEmpty()) {
                return false;
            }
            long version = found.isEmpty() ? Documents.ABSENT : found.get(0).version();
            if (answer(documents.write(name, next.get().encoded(), version), "document " + name)
                    .isPresent()) {
                return true;
            }
        }
        throw changing(name);
    }

    private static StoreUnreachable changing(String name) {
        return new StoreUnreachable("document claims/" + name + " changed at each of " + ATTEMPTS + " attempts", null);
    }

    <T> T answer(CompletionStage<T> stage, String what) {
        try {
            return stage.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause =
                    e.getCause() instanceof CompletionException && e.getCause().getCause() != null
                            ? e.getCause().getCause()
                            : e.getCause();
            if (cause instanceof Unreadable unreadable) {
                throw unreadable;
            }
            String why = cause instanceof UncheckedIOException ? cause.getMessage() : String.valueOf(cause);
            throw new StoreUnreachable("the store failed while it was asked for " + what + ": " + why, e);
        } catch (TimeoutException e) {
            throw new StoreUnreachable("the store did not answer in time when it was asked for " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnreachable("interrupted while waiting for " + what, e);
        }
    }
}
