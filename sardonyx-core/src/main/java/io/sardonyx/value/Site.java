package io.sardonyx.value;

/** Where the peers of one process are reached; peers of equal sites share a machine's memory. */
public record Site(String address) implements Comparable<Site> {

    private static final int MAX_LENGTH = 512;

    public Site {
        if (address.isBlank() || address.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a site has 1 to " + MAX_LENGTH + " characters, not " + address.length());
        }
    }

    @Override
    public int compareTo(Site other) {
        return address.compareTo(other.address);
    }

    @Override
    public String toString() {
        return address;
    }
}
