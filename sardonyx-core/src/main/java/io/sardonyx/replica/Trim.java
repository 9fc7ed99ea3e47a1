package io.sardonyx.replica;

import io.sardonyx.value.GroupId;

/** Request of a garbage collection: which group has to store a snapshot and trim the log, up to which position. */
public record Trim(GroupId owner, long position) {}
