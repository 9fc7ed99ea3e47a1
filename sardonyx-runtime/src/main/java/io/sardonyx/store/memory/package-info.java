/**
 * A store in the memory of this process, for tests and for clusters that live in one process.
 *
 * <p>Everyone who opens {@code memory:name} shares one {@link io.sardonyx.store.memory.MemoryPlace}; it is forgotten
 * when the last of them closes.
 */
@NullMarked
package io.sardonyx.store.memory;

import org.jspecify.annotations.NullMarked;
