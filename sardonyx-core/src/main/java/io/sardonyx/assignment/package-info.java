/**
 * Assignments and routes: {@link io.sardonyx.assignment.Assignment} (peer, job, task, slot) and
 * {@link io.sardonyx.assignment.Routes} (the receivers of a task's output) are the two values that all schedulers
 * produce and all transports consume. A {@link io.sardonyx.assignment.Stage} is the current state of a task.
 */
@NullMarked
package io.sardonyx.assignment;

import org.jspecify.annotations.NullMarked;
