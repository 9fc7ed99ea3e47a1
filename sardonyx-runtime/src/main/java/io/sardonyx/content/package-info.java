/**
 * Documents and blobs stored beside the log: contents of jobs, checkpoints, partition lists, statistics and state,
 * which are deleted when a job is forgotten.
 *
 * <p>The one rule: content is stored before any entry refers to it, and stays until the replica has forgotten the job.
 */
@NullMarked
package io.sardonyx.content;

import org.jspecify.annotations.NullMarked;
