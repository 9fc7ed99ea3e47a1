/**
 * A store in the memory of this process, for tests and for clusters that live in one process.
 *
 * <p>What is asked of logs and documents is answered before the call returns: there is nothing to wait for. Nudges and
 * leases go through a thread of each opening, as they do elsewhere.
 *
 * <p>Everyone who opens {@code memory:name} shares one {@link io.sardonyx.store.memory.SharedMemory}; it is forgotten
 * when the last of them closes.
 */
@NullMarked
package io.sardonyx.store.memory;

import org.jspecify.annotations.NullMarked;
