/**
 * Duties: the desired state of a group, derived from the replica alone, never from the entry that led there.
 *
 * <p>Reactions are the fast way to append a follow-up entry, {@link io.sardonyx.duty.Duties#owed()} is the reliable
 * one: what the replica shows as still owed after a timeout is appended again, so no lost reply, crash or missed watch
 * leaves the cluster waiting for an entry that never comes.
 */
@NullMarked
package io.sardonyx.duty;

import org.jspecify.annotations.NullMarked;
