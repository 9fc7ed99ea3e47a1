package io.sardonyx.port;

/**
 * A small named document with its version.
 *
 * @param version unique among all contents the name ever had, also across deletion
 */
@SuppressWarnings("ArrayRecordComponent") // compared by version, never by content
public record Document(String name, byte[] body, long version) {}
