package io.sardonyx.port;

/**
 * Service provider for a kind of store of blobs, selected and registered as a {@link StoreProvider} is. A store and a
 * store of blobs may have the same scheme.
 */
public interface BlobsProvider {

    String scheme();

    /**
     * Opens the store of blobs.
     *
     * @param address without secrets, as the log of the cluster keeps it
     * @throws IllegalArgumentException for a malformed address, with an example of a right one
     */
    Blobs open(String address);
}
