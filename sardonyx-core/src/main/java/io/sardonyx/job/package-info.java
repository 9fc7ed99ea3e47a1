/**
 * A job as data, and where its tasks are placed.
 *
 * <p>{@link io.sardonyx.job.Job} is the whole of it, {@link io.sardonyx.job.Outline} what the log and scheduling need
 * to know. It and its {@link io.sardonyx.job.Task}s never change after submission. A {@link io.sardonyx.assignment.Stage} is
 * what a task holds at one moment. The two values in which all ways to decide and all ways to carry segments meet are
 * {@link io.sardonyx.assignment.Assignment} and {@link io.sardonyx.assignment.Routes}.
 */
@NullMarked
package io.sardonyx.job;

import org.jspecify.annotations.NullMarked;
