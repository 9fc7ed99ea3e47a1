package io.sardonyx.task.input;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What tasks store: positions and manifests as documents, state as blobs.
 *
 * @param blobs empty where there is no room for large objects; then only small states can be stored
 */
public record TaskStores(Documents documents, Supplier<Optional<Blobs>> blobs) {

    /** Documents alone. */
    public static TaskStores of(Documents documents) {
        return new TaskStores(documents, Optional::empty);
    }
}
