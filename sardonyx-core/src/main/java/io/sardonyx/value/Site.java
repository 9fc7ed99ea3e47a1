package io.sardonyx.value;

import org.jspecify.annotations.Nullable;

/** Network address of a process; peers with equal sites are in the same process. */
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

    /** Cached, since a plan calls it for thousands of places. */
    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return address;
    }
}
