/**
 * Two-phase commit of outputs in jobs with checkpoints: prepared at a mark, committed when the log has completed the
 * checkpoint.
 *
 * <p>The one rule: a checkpoint is prepared only when the one before is committed, so that the manifest of the latest
 * checkpoint names all that may still have to be.
 */
@NullMarked
package io.sardonyx.task.output;

import org.jspecify.annotations.NullMarked;
