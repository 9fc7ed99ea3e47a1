package io.sardonyx.port;

/**
 * A small named document.
 *
 * @param version differs from that of every other content the name ever had, even of one that was deleted in between
 */
@SuppressWarnings("ArrayRecordComponent") // compared by version, never by content
public record Document(String name, byte[] body, long version) {}
