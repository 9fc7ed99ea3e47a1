package io.sardonyx.channel;

import io.sardonyx.value.TaskName;

/**
 * Origin of the segments of a root: input, partition and position, for messages to users.
 *
 * @param position behind the last of them
 */
public record SegmentOrigin(TaskName input, String partition, String position) {}
