package io.sardonyx.claim;

import io.sardonyx.partition.LeaseCounters;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

/** Counters of a node since its start, and of its requests to the store. Thread-safe. */
public final class NodeCounters {

    private final LeaseCounters leases = new LeaseCounters();
    private final LongAdder reads = new LongAdder();
    private final LongAdder lists = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder deletes = new LongAdder();
    private volatile long failed;

    NodeCounters() {}

    /** Partitions and calls that it has claimed. */
    public long claims() {
        return leases.claims();
    }

    /** Renewals of their leases that the store has taken. */
    public long renewals() {
        return leases.renewals();
    }

    /** Leases that ended before they were renewed, so that another node may have taken the partition over. */
    public long lost() {
        return leases.lost();
    }

    /** Partitions of all jobs that failed too often and are left alone, as of the last look at the store. */
    public long failed() {
        return failed;
    }

    /** Requests that read documents. */
    public long reads() {
        return reads.sum();
    }

    /** Requests that list names of documents. */
    public long lists() {
        return lists.sum();
    }

    /** Requests that write a document. */
    public long writes() {
        return writes.sum();
    }

    /** Requests that delete a document. */
    public long deletes() {
        return deletes.sum();
    }

    /** The counters of its leases. */
    LeaseCounters leases() {
        return leases;
    }

    void sawFailed(long partitions) {
        failed = partitions;
    }

    /** The same documents, with their requests counted. */
    Documents counting(Documents documents) {
        return new Documents() {
            @Override
            public CompletionStage<List<Document>> read(Collection<String> names) {
                reads.increment();
                return documents.read(names);
            }

            @Override
            public CompletionStage<List<String>> names(String prefix) {
                lists.increment();
                return documents.names(prefix);
            }

            @Override
            public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
                writes.increment();
                return documents.write(name, body, seen);
            }

            @Override
            public CompletionStage<Boolean> delete(String name, long seen) {
                deletes.increment();
                return documents.delete(name, seen);
            }

            @Override
            public Watch onChange(String prefix, Runnable nudge) {
                return documents.onChange(prefix, nudge);
            }
        };
    }
}
