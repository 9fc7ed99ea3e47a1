/**
 * Replicated state of the cluster, as immutable values.
 *
 * <pre>
 *   Replica ─┬─ cluster   parameters, fixed when it was founded
 *            ├─ Ring      groups: members, joining, turned away, left
 *            ├─ Peers     virtual peers and their assignments
 *            ├─ Jobs      live jobs, ended jobs, retired ids
 *            └─ authors   last sequence number of each writer
 * </pre>
 *
 * <p>Each job, peer and group is one key, so removing it is one operation. The one rule: every change goes through a
 * method of one of these records, and {@link io.sardonyx.replica.Invariants} hold after each.
 */
@NullMarked
package io.sardonyx.replica;

import org.jspecify.annotations.NullMarked;
