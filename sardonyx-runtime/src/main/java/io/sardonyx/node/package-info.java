/**
 * What a task that runs on a node uses: it reports how far it is, holds locks that all nodes share, and hands segments
 * to a job in its process. Tasks are submitted by {@code io.sardonyx.Nodes}.
 */
@NullMarked
package io.sardonyx.node;

import org.jspecify.annotations.NullMarked;
