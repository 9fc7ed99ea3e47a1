package io.sardonyx.store;

import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * Registry of store providers: opens a store by its address, {@code memory:name}, {@code file:/directory}, or one of an
 * adapter on the class path.
 */
public final class Stores {

    private Stores() {}

    /**
     * Opens a store.
     *
     * @throws IllegalArgumentException for an unknown scheme, with a message that lists the known ones
     */
    public static Store open(String address) {
        int colon = address.indexOf(':');
        String scheme = address.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
        var known = new TreeSet<String>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (provider.scheme().equals(scheme)) {
                return provider.open(address);
            }
            known.add(provider.scheme() + ":");
        }
        String shown = address.replaceFirst("\\?.*", "?…");
        String names = String.join(", ", known);
        throw new IllegalArgumentException(
                colon < 1
                        ? "the store address '" + shown + "' has no scheme; it begins with one of: " + names
                        : "no store is known for '" + scheme + ":' in the address '" + shown + "'; known are: "
                                + names);
    }
}
