/**
 * A job as data.
 *
 * <p>{@link io.sardonyx.job.Job} is the whole of it, {@link io.sardonyx.job.outline.Outline} what the log and
 * scheduling need to know. It and its {@link io.sardonyx.job.Task}s never change after submission.
 */
@NullMarked
package io.sardonyx.job;

import org.jspecify.annotations.NullMarked;
