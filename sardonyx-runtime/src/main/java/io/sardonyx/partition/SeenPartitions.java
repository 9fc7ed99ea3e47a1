package io.sardonyx.partition;

import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Documents of an input's partitions as this process last saw them: a cache that a poll of the store brings up to date,
 * and that the process's own writes keep so in between. What is in it is a hint; only a successful compare-and-set is
 * the truth. Confined to the thread of the group's turns.
 */
final class SeenPartitions {

    private final SortedMap<String, Sighting<PartitionDocument>> seen = new TreeMap<>();
    /* Names of documents that this process wrote since the poll under way began, which may not know it. */
    private final Set<String> touched = new HashSet<>();
    private long state;

    /** Begins a poll. */
    void polling() {
        touched.clear();
    }

    /** Ends a poll: what it did not find is gone. */
    void polled(Collection<String> found) {
        seen.keySet().removeIf(name -> !found.contains(name) && !touched.contains(name));
        state++;
    }

    /** Takes over a document that a poll has read. */
    void read(String name, long version, PartitionDocument document, long nowNanos) {
        if (!touched.contains(name)) {
            Sighting<PartitionDocument> before = seen.get(name);
            seen.put(
                    name,
                    before == null
                            ? Sighting.first(name, version, document, nowNanos)
                            : before.then(version, document, nowNanos));
        }
    }

    /** Takes note of an own successful write. */
    void wrote(String name, long version, PartitionDocument document, long nowNanos) {
        touched.add(name);
        Sighting<PartitionDocument> before = seen.get(name);
        if (before == null || before.version() != version) {
            seen.put(name, Sighting.first(name, version, document, nowNanos));
            state++;
        }
    }

    /** Takes note that a document is deleted, or that nothing is known of it any more. */
    void gone(String name) {
        touched.add(name);
        seen.remove(name);
        state++;
    }

    @Nullable
    Sighting<PartitionDocument> get(String name) {
        return seen.get(name);
    }

    List<Sighting<PartitionDocument>> all() {
        return new ArrayList<>(seen.values());
    }

    /** Whether none can be claimed, as far as is known. */
    boolean isNoneClaimable(long nowNanos) {
        for (Sighting<PartitionDocument> each : seen.values()) {
            if (each.document().isClaimable(each.observation(), nowNanos)) {
                return false;
            }
        }
        return true;
    }

    /** Counts changes. */
    long state() {
        return state;
    }
}
