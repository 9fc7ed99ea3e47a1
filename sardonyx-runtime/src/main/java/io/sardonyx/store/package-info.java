/**
 * Stores opened by their address, and the parts that stores of this module share.
 *
 * <pre>
 *   Stores.open("file:/data/tenancy") ─▶ StoreProvider of "file" ─▶ Store: log ┐
 *                                                                  documents ├─▶ StoreThread ─▶ answers, nudges
 *                                                                     leases ┘
 * </pre>
 *
 * <p>The one rule: every answer and every notification comes on the {@link io.sardonyx.store.StoreThread} of its
 * opening, never inside the call that asked; only the store in memory answers for logs and documents at once. Blobs
 * have threads of their own.
 */
@NullMarked
package io.sardonyx.store;

import org.jspecify.annotations.NullMarked;
