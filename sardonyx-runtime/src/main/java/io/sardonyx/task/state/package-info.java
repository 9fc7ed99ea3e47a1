/**
 * State of a task in a job with checkpoints: frozen at marks, stored in files, committed by the log, and loaded or
 * taken back at a new fence.
 */
@NullMarked
package io.sardonyx.task.state;

import org.jspecify.annotations.NullMarked;
