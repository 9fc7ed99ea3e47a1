/**
 * The cluster as a value.
 *
 * <pre>
 *   Replica ─┬─ Cluster   what was founded
 *            ├─ Ring      groups: members, joiners, those turned away, those gone
 *            ├─ Peers     virtual peers and what each does
 *            ├─ Jobs      live runs, endings, ids that may not run again
 *            └─ authors   how far each writer was heard
 * </pre>
 *
 * <p>Things, not attributes: forgetting a job is removing one key. The one rule: every change goes through a verb of
 * one of these records, and {@link io.sardonyx.replica.Invariants} hold after each.
 */
@NullMarked
package io.sardonyx.replica;

import org.jspecify.annotations.NullMarked;
