package io.sardonyx.content;

import io.sardonyx.job.Job;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The jobs whose content this process wrote or read last, by the hash of it: equal bytes are the same job, and reading
 * it takes longer than all else about a small one. For any thread.
 */
final class JobCache {

    private static final int MOST = 64;

    private static final int LONGEST_BYTES = 64 << 10;

    private final Map<String, Job> jobs = new LinkedHashMap<>();

    synchronized @Nullable Job get(String hash) {
        return jobs.get(hash);
    }

    /** Remembers a job, unless it is large, and forgets the oldest of too many. */
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
