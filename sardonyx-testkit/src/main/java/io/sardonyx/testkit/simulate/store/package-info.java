/**
 * The simulated store: log, documents, leases and blobs that answer late, lose answers and sessions, or have no room.
 */
@NullMarked
package io.sardonyx.testkit.simulate.store;

import org.jspecify.annotations.NullMarked;
