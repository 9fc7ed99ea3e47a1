/**
 * Writing to output plugins: results in order, acked once they are durable, and two-phase commit in jobs with
 * checkpoints, prepared at a mark and committed when the log has completed the checkpoint.
 *
 * <p>The one rule of the latter: a checkpoint is prepared only when the one before is committed, so that the manifest
 * of the latest checkpoint names all that may still have to be.
 */
@NullMarked
package io.sardonyx.task.output;

import org.jspecify.annotations.NullMarked;
