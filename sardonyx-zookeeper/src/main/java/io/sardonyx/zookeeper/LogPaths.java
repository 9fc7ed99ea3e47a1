package io.sardonyx.zookeeper;

import org.apache.zookeeper.data.Stat;

/** The znode paths of one log. */
record LogPaths(String base) {

    private static final int SEQUENCE_DIGITS = 10;

    String entries() {
        return base + "/entries";
    }

    String tail() {
        return base + "/tail";
    }

    String origin() {
        return base + "/origin";
    }

    String chunks() {
        return base + "/chunks";
    }

    String chunk(String name) {
        return chunks() + "/" + name;
    }

    /** The prefix of entries, to which ZooKeeper appends the sequence number. */
    String nextEntry() {
        return entries() + "/e-";
    }

    String entry(long position) {
        String digits = Long.toString(position);
        return nextEntry() + "0".repeat(SEQUENCE_DIGITS - digits.length()) + digits;
    }

    /** The position of an entry, parsed from its path; ZooKeeper's numbers turn negative beyond 31 bits. */
    long position(String entry) {
        String prefix = nextEntry();
        String digits = entry.startsWith(prefix) ? entry.substring(prefix.length()) : "";
        if (!digits.matches("\\d{" + SEQUENCE_DIGITS + "}")) {
            throw new IllegalStateException("'" + entry + "' is not an entry of the log at " + base
                    + "; ZooKeeper's 32-bit sequence numbers may be used up");
        }
        return Long.parseLong(digits);
    }

    /**
     * The number of entries ever created. A znode's cversion counts creations and deletions of children, so together
     * with the children that are left it is twice the creations.
     */
    static long created(Stat parent) {
        return Integer.toUnsignedLong(parent.getCversion() + parent.getNumChildren()) / 2;
    }
}
