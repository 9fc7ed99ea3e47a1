package io.sardonyx.schedule;

import io.sardonyx.value.Id;

/** Reason for a job's number of peers, or for an idle peer. */
public record Why(Id<?> subject, Finding finding) {}
