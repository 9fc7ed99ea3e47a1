package io.sardonyx.report;

import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * Progress of an input in one of its partitions: the last checkpoint.
 *
 * @param position offset where a reader resumes; null for the beginning, or when the end was not recorded
 * @param atEnd whether all of it was processed
 */
public record PartitionProgress(
        TaskName task, String partition, @Nullable String position, boolean atEnd) {}
