package io.sardonyx.content;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.PrefixedBlobs;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The blobs of the state of a cluster's jobs: at the address that its log names, else those of its store, if that has
 * any.
 *
 * <p>Names begin with the cluster's epoch, which callers do not see. So clusters may share an address, and one that was
 * founded anew in an emptied store does not take the blobs of the former one for its own. Thread-safe.
 */
public final class StateBlobs implements AutoCloseable {

    /** What the names of blobs begin with. */
    static final String KIND = "state";

    private final Store store;
    private @Nullable String address;
    private @Nullable Blobs opened;

    /** @param store of the cluster, which remains the caller's to close */
    public StateBlobs(Store store) {
        this.store = store;
    }

    /** Name of a blob of a job's state: {@code state/JOB/…}, with slashes within ids escaped. */
    public static String name(JobId job, String... parts) {
        return DocumentName.of(KIND, job, parts);
    }

    /** What the names of all blobs of a job begin with. */
    public static String prefix(JobId job) {
        return name(job) + "/";
    }

    /**
     * The blobs of a cluster, opened at the first call. Empty while no address is set and the store has no blobs.
     *
     * @throws IllegalArgumentException when this process has no adapter for the address
     * @throws java.io.UncheckedIOException when the directory cannot be used; the message names it
     */
    public synchronized Optional<Blobs> of(ClusterParameters cluster) {
        String uri = cluster.stateUri();
        String prefix = Objects.requireNonNullElse(cluster.epoch(), "none") + "/";
        return (uri == null ? store.blobs() : Optional.of(at(uri))).map(blobs -> new PrefixedBlobs(blobs, prefix));
    }

    private Blobs at(String uri) {
        if (opened == null || !uri.equals(address)) {
            close();
            opened = Stores.blobs(uri);
            address = uri;
        }
        return opened;
    }

    /** Closes what was opened by an address; those of the store are closed with it. */
    @Override
    public synchronized void close() {
        if (opened != null) {
            opened.close();
            opened = null;
        }
    }
}
