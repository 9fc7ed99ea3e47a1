/**
 * Commands: the log protocol of the cluster, one record per kind of entry.
 *
 * <p>Each command has two pure methods: what it does to the replica, and what each group must append because of it. It
 * answers stale, duplicate, late and unknown-id use with the identical replica it was given. Side effects live
 * elsewhere, derived from the replica alone.
 */
@NullMarked
package io.sardonyx.command;

import org.jspecify.annotations.NullMarked;
