package io.sardonyx.lease;

/**
 * Since when a process has seen one version of a document: the only evidence on which a lease may be taken over.
 *
 * <p>It must not outlive its process, whose monotonic clock has an origin of its own. Versions of a name must never
 * repeat, not even after the document was deleted and created again.
 *
 * @param firstSeenNanos when the first reply with this version had arrived; the time of the request would be too early,
 *     since the version may have been written in between
 */
public record Observation(String name, long version, long firstSeenNanos) {

    /** The version of a document that does not exist. */
    public static final long ABSENT = -1;

    /** The observation after another read: the same when the version is, else a new one. */
    public Observation then(long versionRead, long nowNanos) {
        return versionRead == version ? this : new Observation(name, versionRead, nowNanos);
    }

    /** Whether this version has been seen for so long. */
    public boolean isUnchangedFor(long millis, long nowNanos) {
        return nowNanos - firstSeenNanos >= LeaseLength.nanos(millis);
    }
}
