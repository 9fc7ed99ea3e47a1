package io.sardonyx.engine;

import io.sardonyx.job.Job;
import java.util.ArrayDeque;

/**
 * The last jobs that were found to be valid in this process, by identity: a job that was submitted here and is read
 * back by a group of the same process need not be checked again. Thread-safe.
 */
public final class CheckedJobs {

    /** Most jobs remembered; a job that is older is checked again. */
    private static final int MOST = 64;

    private final ArrayDeque<Job> jobs = new ArrayDeque<>();

    /** Remembers a job without faults, and forgets the oldest of too many. */
    public synchronized void add(Job job) {
        if (jobs.size() == MOST) {
            jobs.removeLast();
        }
        jobs.addFirst(job);
    }

    /** Whether this very job was added; an equal one may have come from elsewhere. */
    synchronized boolean has(Job job) {
        for (Job each : jobs) {
            if (each == job) {
                return true;
            }
        }
        return false;
    }
}
