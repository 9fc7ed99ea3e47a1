/**
 * Ports: the interfaces that adapters for stores, networks and message brokers implement.
 *
 * <p>Every call returns at once; a stage completes on the adapter's thread and the caller queues the result for its own
 * next turn. A failed write means that its outcome is unknown. The one rule: a watch is only a nudge, a read is the
 * truth.
 */
@NullMarked
package io.sardonyx.port;

import org.jspecify.annotations.NullMarked;
