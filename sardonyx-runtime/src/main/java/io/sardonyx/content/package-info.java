/**
 * What is stored beside the log: the content of jobs, and everything else that goes with a job when it is forgotten.
 *
 * <p>The one rule: content is there before any entry speaks of it, and stays until the replica has forgotten the job.
 */
@NullMarked
package io.sardonyx.content;

import org.jspecify.annotations.NullMarked;
