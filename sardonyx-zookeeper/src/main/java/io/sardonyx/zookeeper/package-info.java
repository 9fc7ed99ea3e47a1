/**
 * The store over ZooKeeper, to whose primitives the ports map directly: log, documents and leases are znodes.
 *
 * <pre>
 *   /tenancy/logs/NAME/entries/e-0000000042   an entry; the parent's data is the trim offset
 *   /tenancy/logs/NAME/tail                   written by every append, to trigger watches
 *   /tenancy/logs/NAME/origin                 refers to the two newest snapshots (origins)
 *   /tenancy/logs/NAME/chunks/…               chunks of snapshots
 *   /tenancy/documents/NAME                   a document
 *   /tenancy/graves/SHARD                     a counter of deleted documents
 *   /tenancy/leases/NAME                      ephemeral: a lease
 * </pre>
 *
 * <p>The one rule: writes are never retried automatically. A lost connection leaves the outcome of a write unknown, and
 * the future fails with that; only reads are retried.
 */
@NullMarked
package io.sardonyx.zookeeper;

import org.jspecify.annotations.NullMarked;
