package io.sardonyx.content;

import io.sardonyx.job.Job;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of parsed jobs by the hash of their content: the latest that this process wrote or read, as parsing takes
 * longer than anything else about a small job. Thread-safe.
 */
final class JobCache {

    /** Most jobs in the cache. */
    private static final int MOST = 64;

    /** Larger jobs are not cached. */
    private static final int LONGEST_BYTES = 64 << 10;

    private final Map<String, Job> jobs = new LinkedHashMap<>();

    synchronized @Nullable Job get(String hash) {
        return jobs.get(hash);
    }

    /** Adds a job, unless it is large, and evicts the oldest of too many. */
    synchronized void put(String hash, Job job, int bytes) {
        if (bytes > LONGEST_BYTES) {
            return;
        }
        jobs.put(hash, job);
        if (jobs.size() > MOST) {
            var oldest = jobs.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
