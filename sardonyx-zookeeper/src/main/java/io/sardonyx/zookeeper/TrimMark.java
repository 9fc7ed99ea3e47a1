package io.sardonyx.zookeeper;

import java.nio.charset.StandardCharsets;

/**
 * The trim offset of a log, stored as the data of the entries' parent znode.
 *
 * @param floor entries below it are deleted or being deleted; written before the first deletion
 * @param swept entries below it are deleted; written in the same {@code multi} as each batch of deletions
 */
record TrimMark(long floor, long swept) {

    static TrimMark of(byte[] data) {
        if (data.length == 0) {
            return new TrimMark(0, 0);
        }
        String[] words = new String(data, StandardCharsets.US_ASCII).split(" ", -1);
        return new TrimMark(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    byte[] data() {
        return (floor + " " + swept).getBytes(StandardCharsets.US_ASCII);
    }
}
