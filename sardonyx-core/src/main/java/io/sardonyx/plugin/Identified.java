package io.sardonyx.plugin;

/**
 * A segment with its identity, for deduplication; emitted by inputs that are configured to {@code identify}.
 *
 * <p>A segment that is delivered again after a crash or a failure has the same identity; another segment of equal value
 * has another. So a consumer that remembers identities can be idempotent.
 *
 * @param partition the name of the partition it was read from
 * @param position where it begins there, as by {@link Partition#position}
 * @param value the segment as the input would emit it without identity
 */
public record Identified<T>(String partition, String position, T value) {}
