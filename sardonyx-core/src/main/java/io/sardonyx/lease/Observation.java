package io.sardonyx.lease;

/**
 * Since when one process has been seeing one version of a document: the only evidence on which a lease may be taken
 * over.
 *
 * <p>It must not outlive its process, whose monotonic clock has an origin of its own. Versions of a name must never
 * come back, not even after the document was deleted and made again.
 *
 * @param firstSeenNanos when the first answer that showed this version had arrived; counting from when it was asked for
 *     would be too early, since the version may have come into being on the way
 */
public record Observation(String name, long version, long firstSeenNanos) {

    /** The version of a document that is not there. */
    public static final long ABSENT = -1;

    /** After another read: the same when the version is, else a fresh start. */
    public Observation then(long versionRead, long nowNanos) {
        return versionRead == version ? this : new Observation(name, versionRead, nowNanos);
    }

    /** Whether this version has been seen for so long. */
    public boolean isUnchangedFor(long millis, long nowNanos) {
        return nowNanos - firstSeenNanos >= LeaseLength.nanos(millis);
    }
}
