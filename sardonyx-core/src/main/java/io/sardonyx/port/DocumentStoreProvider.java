package io.sardonyx.port;

/**
 * Service provider for a kind of store that has documents and nothing else, selected and registered as a
 * {@link StoreProvider} is; no two providers of either kind have the same scheme.
 */
public interface DocumentStoreProvider {

    String scheme();

    /**
     * Opens the store; returns before it is reached.
     *
     * @throws IllegalArgumentException for a malformed address, with an example of a right one
     */
    DocumentStore open(String address);
}
