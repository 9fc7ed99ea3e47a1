/**
 * Routes and the progress of tasks: {@link io.sardonyx.assignment.Routes} (the receivers of a task's output) is, beside
 * the {@link io.sardonyx.value.Assignment}, the value that all schedulers produce and all transports consume. A
 * {@link io.sardonyx.assignment.Stage} is the current state of a task.
 */
@NullMarked
package io.sardonyx.assignment;

import org.jspecify.annotations.NullMarked;
