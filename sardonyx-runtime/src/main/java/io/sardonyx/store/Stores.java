package io.sardonyx.store;

import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Opens stores by their address: {@code memory:name}, {@code file:/directory}, and what adapters on the class path add.
 */
public final class Stores {

    private Stores() {}

    /** Opens the store; an address whose scheme nobody provides is refused with those that somebody does. */
    public static Store open(String address) {
        var providers = new TreeMap<String, StoreProvider>();
        ServiceLoader.load(StoreProvider.class).forEach(provider -> providers.putIfAbsent(provider.scheme(), provider));
        String shown = address.replaceFirst("\\?.*", "?…");
        int colon = address.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException(
                    "the store address '" + shown + "' has no scheme; it begins with one of: " + known(providers));
        }
        String scheme = address.substring(0, colon).toLowerCase(Locale.ROOT);
        StoreProvider provider = providers.get(scheme);
        if (provider == null) {
            throw new IllegalArgumentException("no store is known for '" + scheme + ":' in the address '" + shown
                    + "'; known are: " + known(providers));
        }
        return provider.open(address);
    }

    private static String known(TreeMap<String, StoreProvider> providers) {
        return String.join(", ", providers.keySet().stream().map(it -> it + ":").toList());
    }
}
