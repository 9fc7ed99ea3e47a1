package io.sardonyx.store;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.BlobsProvider;
import io.sardonyx.port.DocumentStoreProvider;
import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;
import io.sardonyx.store.derived.DerivedStore;
import java.util.Iterator;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

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
        return provider("store", address, Stores::providers, StoreProvider::scheme)
                .open(address);
    }

    /**
     * Opens a store of blobs that is none of the store's own.
     *
     * @throws IllegalArgumentException for an unknown scheme, with a message that lists the known ones
     */
    public static Blobs blobs(String address) {
        return provider("store of blobs", address, ServiceLoader.load(BlobsProvider.class), BlobsProvider::scheme)
                .open(address);
    }

    /** One after the other, so that the classes of a store that nobody asks for are not loaded. */
    private static Iterator<StoreProvider> providers() {
        var whole = ServiceLoader.load(StoreProvider.class);
        var derived = ServiceLoader.load(DocumentStoreProvider.class);
        return Stream.concat(
                        StreamSupport.stream(whole.spliterator(), false),
                        StreamSupport.stream(derived.spliterator(), false).map(Stores::derived))
                .iterator();
    }

    /** A provider of whole stores, whose log and leases are derived from their documents. */
    private static StoreProvider derived(DocumentStoreProvider provider) {
        return new StoreProvider() {
            @Override
            public String scheme() {
                return provider.scheme();
            }

            @Override
            public Store open(String address) {
                return new DerivedStore(provider.open(address));
            }
        };
    }

    /**
     * The provider for the scheme of an address.
     *
     * @param kind what it opens, for the message
     * @throws IllegalArgumentException for an unknown scheme, with a message that lists the known ones
     */
    public static <P> P provider(String kind, String address, Iterable<P> providers, Function<P, String> schemeOf) {
        int colon = address.indexOf(':');
        String scheme = address.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
        var known = new TreeSet<String>();
        for (P provider : providers) {
            if (schemeOf.apply(provider).equals(scheme)) {
                return provider;
            }
            known.add(schemeOf.apply(provider) + ":");
        }
        String shown = address.replaceFirst("\\?.*", "?…");
        String names = String.join(", ", known);
        throw new IllegalArgumentException(
                colon < 1
                        ? "the " + kind + " address '" + shown + "' has no scheme; it begins with one of: " + names
                        : "no " + kind + " is known for '" + scheme + ":' in the address '" + shown + "'; known are: "
                                + names);
    }
}
