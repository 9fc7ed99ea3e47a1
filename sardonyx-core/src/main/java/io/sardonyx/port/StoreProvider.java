package io.sardonyx.port;

/**
 * Service provider for a kind of store, selected by the scheme of its address through {@link java.util.ServiceLoader}.
 *
 * <p>A jar has the name of its class in {@code META-INF/services/io.sardonyx.port.StoreProvider}, a named module says
 * {@code provides io.sardonyx.port.StoreProvider with com.acme.EtcdProvider}. The class is public, with a public
 * constructor without parameters.
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
