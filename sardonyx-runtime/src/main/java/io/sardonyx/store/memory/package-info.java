/**
 * A store in the memory of this process, for tests and for clusters inside one process.
 *
 * <p>Calls to logs and documents are answered before they return, as there is nothing to wait for. Notifications and
 * leases go through a thread of each opening, as they do elsewhere.
 *
 * <p>All openings of {@code memory:name} share their content, which is dropped when the last of them closes.
 */
@NullMarked
package io.sardonyx.store.memory;

import org.jspecify.annotations.NullMarked;
