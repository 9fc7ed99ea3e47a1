package io.sardonyx.port;

/** How a kind of store is found: by the scheme of its address, through {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    String scheme();

    /** Opens the store; a malformed address is refused with what would be right. */
    Store open(String address);
}
