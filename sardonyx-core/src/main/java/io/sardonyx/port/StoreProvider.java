package io.sardonyx.port;

/**
 * Service provider for a kind of store, selected by the scheme of its address through {@link java.util.ServiceLoader}.
 */
public interface StoreProvider {

    String scheme();

    /**
     * Opens the store.
     *
     * @throws IllegalArgumentException for a malformed address, with an example of a right one
     */
    Store open(String address);
}
