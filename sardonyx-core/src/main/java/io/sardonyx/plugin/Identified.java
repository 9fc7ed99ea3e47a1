package io.sardonyx.plugin;

/**
 * A segment with its identity, as an input gives it that is told to {@code identify} what it reads.
 *
 * <p>A segment that is delivered again, after a crash or a failure, has the same identity; another one of the same
 * value has another. So whoever remembers identities can leave out what came twice.
 *
 * @param partition the name of the partition it was read from
 * @param position where it begins there, as {@link Partition#position} told it
 * @param value what the input would have given by itself
 */
public record Identified<T>(String partition, String position, T value) {}
