/**
 * Stores found by their address, and what those of this module have in common.
 *
 * <pre>
 *   Stores.open("file:/data/tenancy") ─▶ StoreProvider of "file" ─▶ Store: log ┐
 *                                                                  documents ├─▶ StoreThread ─▶ answers, nudges
 *                                                                     leases ┘
 * </pre>
 *
 * <p>The one rule: every answer and every nudge comes on the {@link io.sardonyx.store.StoreThread} of its opening,
 * never inside the call that asked.
 */
@NullMarked
package io.sardonyx.store;

import org.jspecify.annotations.NullMarked;
