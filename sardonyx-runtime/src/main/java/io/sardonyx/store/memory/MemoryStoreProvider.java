package io.sardonyx.store.memory;

import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;

/** Provider of {@code memory:name}; all openings of the same name in this process share their content. */
public final class MemoryStoreProvider implements StoreProvider {

    private static final String PREFIX = "memory:";

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public Store open(String address) {
        return MemoryStore.open(name(address));
    }

    static String name(String address) {
        if (!address.startsWith(PREFIX) || address.startsWith("/", PREFIX.length())) {
            throw new IllegalArgumentException(
                    "'" + address + "' is not the address of a memory store, such as memory:orders");
        }
        return address.substring(PREFIX.length());
    }
}
