/**
 * How costs grow with what there is more of: tasks, peers, jobs, bytes, files. Each size is measured in a process of
 * its own, and its CPU time is given for each unit of work, so that what is linear stays the same down a table.
 */
@NullMarked
package io.sardonyx.bench.growth;

import org.jspecify.annotations.NullMarked;
