package io.sardonyx.schedule;

import io.sardonyx.value.Id;

/** The one reason for what a job has, or for why a peer is idle. */
public record Why(Id<?> subject, Finding finding) {}
