package io.sardonyx.zookeeper;

import java.nio.charset.StandardCharsets;

/**
 * How far a log is trimmed; the data of the parent of its entries.
 *
 * @param floor entries below it are gone or about to go; written before the first of them is deleted
 * @param swept entries below it are gone; written together with each deletion
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
