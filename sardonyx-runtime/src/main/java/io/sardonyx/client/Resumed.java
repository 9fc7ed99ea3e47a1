package io.sardonyx.client;

import io.sardonyx.value.JobId;

/**
 * A job that goes on from another, or begins again.
 *
 * @param job the id that it got
 */
public record Resumed(JobId job, Receipt receipt) {}
