package io.sardonyx.claim;

import io.sardonyx.content.PartitionCodec;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The documents of nodes as this process last saw them: a cache that a poll of the store brings up to date, and that
 * the process's own writes keep so in between. What is in it is a hint; only a successful compare-and-set is the truth.
 * Confined to the node's thread.
 */
final class WorkTable {

    private final SortedMap<String, Sighting<PartitionDocument>> work = new TreeMap<>();
    /* Names of documents that this process wrote since the poll under way began, which may not know it. */
    private final Set<String> touched = new HashSet<>();
    /* Names of the partitions of which each node has one. */
    private final Set<String> perNode = new TreeSet<>();
    private final Map<String, String> unreadable = new TreeMap<>();
    /* Number of changes of partitions so far. */
    private long changes;
    private NodeListDocument nodes = NodeListDocument.EMPTY;
    private long nodesVersion = Documents.ABSENT;
    private JobIndex index = JobIndex.EMPTY;
    private long indexVersion = Documents.ABSENT;
    /* Revision of the index that this process wrote itself as the leader; what is read below it is stale. */
    private long leastRevision;
    private @Nullable Document leader;
    private long callsVersion = Documents.ABSENT;
    /* Names of documents that are there, although no poll has shown them yet. */
    private final Set<String> unlisted = new TreeSet<>();
    /* Whether the last poll found a document for the first time. */
    private boolean grew;

    /** Begins a poll. */
    void polling() {
        touched.clear();
    }

    /**
     * The names of all documents that are known. A job's work of publishing is known before it is created, since it may
     * come without any other change.
     */
    LinkedHashSet<String> names() {
        var names = new LinkedHashSet<>(
                List.of(ClaimDocuments.LEADER, ClaimDocuments.NODES, ClaimDocuments.INDEX, ClaimDocuments.CALLS));
        names.addAll(work.keySet());
        names.addAll(unreadable.keySet());
        names.addAll(unlisted);
        unlisted.clear();
        index.running().forEach(job -> names.add(ClaimDocuments.sealName(job.id())));
        return names;
    }

    /** Takes note that a document is there which another process has created. */
    void unlisted(String name) {
        unlisted.add(name);
    }

    /**
     * Takes over what a poll has read.
     *
     * @throws Unreadable if the index is damaged, without which there is nothing to do: then nothing else is taken over
     */
    void polled(DamageTolerantRead read, long nowNanos) {
        var present = new HashMap<String, Document>();
        read.documents().forEach(document -> present.put(document.name(), document));
        takeIndex(present.remove(ClaimDocuments.INDEX), read.damaged().get(ClaimDocuments.INDEX));
        unreadable.clear();
        unreadable.putAll(read.damaged());
        Document found = present.remove(ClaimDocuments.LEADER);
        if (!touched.contains(ClaimDocuments.LEADER)) {
            leader = found;
        }
        takeNodes(present.remove(ClaimDocuments.NODES));
        Document calls = present.remove(ClaimDocuments.CALLS);
        callsVersion = calls == null ? Documents.ABSENT : calls.version();
        grew = false;
        work.keySet().stream()
                .filter(name -> !present.containsKey(name) && !touched.contains(name))
                .toList()
                .forEach(this::remove);
        present.forEach((name, document) -> {
            if (!touched.contains(name)) {
                grew |= !work.containsKey(name);
                take(document, nowNanos);
            }
        });
    }

    private void takeNodes(@Nullable Document document) {
        if (touched.contains(ClaimDocuments.NODES)) {
            return;
        }
        if (unreadable.containsKey(ClaimDocuments.NODES)) {
            touched.add(ClaimDocuments.NODES); // there is nothing to be written before it is deleted
            return;
        }
        long version = document == null ? Documents.ABSENT : document.version();
        if (version != nodesVersion) {
            // A list that was edited wrongly is replaced: nothing depends on it but how evenly the work is spread.
            nodes = document == null ? NodeListDocument.EMPTY : nodesOf(document);
            nodesVersion = version;
        }
    }

    private NodeListDocument nodesOf(Document document) {
        try {
            return ClaimDocuments.decode(document.name(), document.body(), ClaimDocuments::nodes);
        } catch (Unreadable e) {
            unreadable.put(document.name(), String.valueOf(e.getMessage()));
            return NodeListDocument.EMPTY;
        }
    }

    /** @param damage why the store finds it damaged; null if it does not */
    private void takeIndex(@Nullable Document document, @Nullable String damage) {
        if (touched.contains(ClaimDocuments.INDEX)) {
            return;
        }
        long version = document == null ? Documents.ABSENT : document.version();
        if (damage != null || version != indexVersion) {
            JobIndex read = indexOf(document, damage);
            if (read.revision() >= leastRevision) {
                index = read;
                indexVersion = version;
            }
        }
    }

    /** A damaged index is mended by hand, perhaps with an older one: then whatever comes next is right. */
    private JobIndex indexOf(@Nullable Document document, @Nullable String damage) {
        try {
            if (damage != null) {
                throw new Unreadable(damage);
            }
            return document == null
                    ? JobIndex.EMPTY
                    : ClaimDocuments.decode(document.name(), document.body(), JobIndex::read);
        } catch (Unreadable e) {
            doubtIndex();
            throw e;
        }
    }

    private void take(Document document, long nowNanos) {
        String name = document.name();
        Sighting<PartitionDocument> before = work.get(name);
        if (before != null && before.version() == document.version()) {
            return;
        }
        try {
            PartitionDocument decoded = ClaimDocuments.decode(name, document.body(), PartitionCodec::read);
            ClaimDocuments.decode(name, document.body(), field -> PartitionCodec.jobOf(decoded));
            put(
                    before == null
                            ? Sighting.first(name, document.version(), decoded, nowNanos)
                            : before.then(document.version(), decoded, nowNanos));
        } catch (Unreadable e) {
            remove(name);
            unreadable.put(name, String.valueOf(e.getMessage()));
        }
    }

    /** Takes note of an own successful write of a partition. */
    void wrote(String name, long version, PartitionDocument document, long nowNanos) {
        touched.add(name);
        Sighting<PartitionDocument> before = work.get(name);
        if (before == null || before.version() != version) {
            put(Sighting.first(name, version, document, nowNanos));
        }
    }

    /** Takes note that a partition was deleted, or that another node's write of it came first. */
    void gone(String name) {
        touched.add(name);
        remove(name);
    }

    private void put(Sighting<PartitionDocument> seen) {
        changes++;
        work.put(seen.name(), seen);
        if (ClaimDocuments.isPerNode(seen.document())) {
            perNode.add(seen.name());
        }
    }

    private void remove(String name) {
        changes++;
        work.remove(name);
        perNode.remove(name);
    }

    void wrote(NodeListDocument written, long version) {
        touched.add(ClaimDocuments.NODES);
        nodes = written;
        nodesVersion = version;
    }

    void wrote(JobIndex written, long version) {
        touched.add(ClaimDocuments.INDEX);
        index = written;
        indexVersion = version;
        leastRevision = written.revision();
    }

    /**
     * Takes any index for right that is read next: this process is a new leader, its write of one was refused, or it
     * was damaged.
     */
    void doubtIndex() {
        leastRevision = 0;
    }

    /** Whether the index is one that this process wrote as the leader, and not merely read. */
    boolean isIndexProven() {
        return leastRevision > 0 && leastRevision == index.revision();
    }

    /** Takes note of an own call about the leader's lock, which the poll under way may not know. */
    void touchedLeader() {
        touched.add(ClaimDocuments.LEADER);
    }

    boolean isTouched(String name) {
        return touched.contains(name);
    }

    @Nullable
    Document leader() {
        return leader;
    }

    NodeListDocument nodes() {
        return nodes;
    }

    long nodesVersion() {
        return nodesVersion;
    }

    JobIndex index() {
        return index;
    }

    long indexVersion() {
        return indexVersion;
    }

    /** The version of the document that submitters of calls write. */
    long callsVersion() {
        return callsVersion;
    }

    /** The version of the index, or of the document that submitters of calls write. */
    long version(String name) {
        return name.equals(ClaimDocuments.INDEX) ? indexVersion : callsVersion;
    }

    /** Whether the last poll found a document for the first time. */
    boolean grew() {
        return grew;
    }

    /** Documents that cannot be decoded, and why. */
    Map<String, String> unreadable() {
        return unreadable;
    }

    @Nullable
    Sighting<PartitionDocument> get(String name) {
        return work.get(name);
    }

    /** A number that grows with every change of a partition. */
    long changes() {
        return changes;
    }

    /** The partitions of which each node has one. */
    List<Sighting<PartitionDocument>> perNode() {
        return perNode.stream().map(this::known).toList();
    }

    private Sighting<PartitionDocument> known(String name) {
        return Objects.requireNonNull(work.get(name));
    }

    List<Sighting<PartitionDocument>> all() {
        return new ArrayList<>(work.values());
    }

    /** Number of partitions that failed too often; calls, which are their submitters', are none. */
    long failed() {
        return work.values().stream()
                .map(Sighting::document)
                .filter(partition -> partition.state() == PartitionDocument.State.FAILED)
                .filter(partition -> !ClaimDocuments.isCall(partition))
                .count();
    }

    /** All partitions of a job. */
    List<Sighting<PartitionDocument>> of(JobId job) {
        String prefix = ClaimDocuments.workPrefix(job);
        return new ArrayList<>(work.subMap(prefix, prefix + Character.MAX_VALUE).values());
    }
}
