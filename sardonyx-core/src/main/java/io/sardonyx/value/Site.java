package io.sardonyx.value;

import org.jspecify.annotations.Nullable;

/** Where the peers of one process are reached; peers of equal sites share a machine's memory. */
public final class Site implements Comparable<Site> {

    private static final int MAX_LENGTH = 512;

    private final String address;
    private final int hash;

    public Site(String address) {
        if (address.isBlank() || address.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a site has 1 to " + MAX_LENGTH + " characters, not " + address.length());
        }
        this.address = address;
        this.hash = address.hashCode();
    }

    public String address() {
        return address;
    }

    @Override
    public int compareTo(Site other) {
        return address.compareTo(other.address);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Site site && hash == site.hash && address.equals(site.address);
    }

    /** Kept, since a plan asks each of thousands of places for it. */
    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return address;
    }
}
