/**
 * What a group must be doing, derived from the replica alone, never from the entry that led there.
 *
 * <p>Reactions are the fast way to get a follow-up into the log, {@link io.sardonyx.duty.Duties#owed()} is the sure
 * one: what the replica shows as still owed after a while is appended again, so no lost reply, crash or missed watch
 * leaves the cluster waiting for an entry that nobody will write.
 */
@NullMarked
package io.sardonyx.duty;

import org.jspecify.annotations.NullMarked;
