/** Who does what: assignments of peers to tasks, their places and routes, and how far a task is. */
@NullMarked
package io.sardonyx.assignment;

import org.jspecify.annotations.NullMarked;
