package io.sardonyx.replica;

import io.sardonyx.value.GroupId;

/** Who has to store an origin and trim the log up to which position, since the last gc. */
public record Trim(GroupId owner, long position) {}
