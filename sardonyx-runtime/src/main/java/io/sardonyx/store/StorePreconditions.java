package io.sardonyx.store;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import java.util.List;

/** Argument checks shared by all stores; arrays are copied, so that callers may reuse theirs. */
public final class StorePreconditions {

    private static final int MAX_NAME = 1000;

    private StorePreconditions() {}

    public static String name(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("a name has 1 to " + MAX_NAME + " characters, not " + name.length());
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < name.length() && Character.isLowSurrogate(name.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new IllegalArgumentException("a name is text, but this one has half a character: " + name);
            }
        }
        return name;
    }

    public static byte[] body(String name, byte[] body) {
        if (body.length > Documents.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the document '" + name + "' has " + body.length + " bytes, more than " + Documents.MAX_BYTES);
        }
        return body.clone();
    }

    public static List<byte[]> entries(List<byte[]> entries) {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to append");
        }
        for (byte[] entry : entries) {
            if (entry.length > Log.MAX_ENTRY_BYTES) {
                throw new IllegalArgumentException(
                        "an entry has " + entry.length + " bytes, more than " + Log.MAX_ENTRY_BYTES);
            }
        }
        return entries.stream().map(byte[]::clone).toList();
    }

    public static void range(long from, int limit) {
        if (from < 0 || limit < 1) {
            throw new IllegalArgumentException(
                    "a read wants a position from 0 on and a limit from 1 on, not " + from + " and " + limit);
        }
    }

    public static void blobRange(long from, int length) {
        if (from < 0 || length < 1 || length > Blobs.MAX_READ_BYTES) {
            throw new IllegalArgumentException("a read of a blob wants an offset from 0 on and a length from 1 to "
                    + Blobs.MAX_READ_BYTES + ", not " + from + " and " + length);
        }
    }

    public static void origin(long position, long end) {
        if (position < 0 || position >= end) {
            throw new IllegalArgumentException(
                    "an origin at " + position + " is not within the log, which ends before " + end);
        }
    }
}
