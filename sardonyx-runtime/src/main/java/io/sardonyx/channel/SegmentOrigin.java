package io.sardonyx.channel;

import io.sardonyx.value.TaskName;

/**
 * Where the segments of a root were read, to tell people.
 *
 * @param position the position behind them
 */
public record SegmentOrigin(TaskName input, String partition, String position) {}
