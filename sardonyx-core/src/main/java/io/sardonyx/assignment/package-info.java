/**
 * Who does what: {@link io.sardonyx.assignment.Assignment} (peer, job, task, slot) and
 * {@link io.sardonyx.assignment.Routes} (who receives a task's output) are the two values in which all ways to decide
 * and all ways to carry segments meet. A {@link io.sardonyx.assignment.Stage} is what a task holds at one moment.
 */
@NullMarked
package io.sardonyx.assignment;

import org.jspecify.annotations.NullMarked;
