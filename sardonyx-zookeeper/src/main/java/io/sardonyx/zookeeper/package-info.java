/**
 * The native store: what the ports ask for is what ZooKeeper is.
 *
 * <pre>
 *   /tenancy/logs/NAME/entries/e-0000000042   an entry; the parent's data says below what entries are gone
 *   /tenancy/logs/NAME/tail                   touched by every append, for those who follow
 *   /tenancy/logs/NAME/origin                 names the two newest origins
 *   /tenancy/logs/NAME/chunks/…               what origins are made of
 *   /tenancy/documents/NAME                   a document
 *   /tenancy/graves/SHARD                     counts deleted documents
 *   /tenancy/leases/NAME                      ephemeral: a lease
 * </pre>
 *
 * <p>The one rule: nothing that writes is tried again by itself. A lost connection leaves the outcome of a write
 * unknown, and the stage says so; only reads are repeated.
 */
@NullMarked
package io.sardonyx.zookeeper;

import org.jspecify.annotations.NullMarked;
