/**
 * Log and leases derived from {@link io.sardonyx.port.Documents}, for stores that have nothing else.
 *
 * <pre>
 *   documents/NAME                          a document of a user of the store
 *   logs/NAME/batches/N                     several entries, and the position of the first of them
 *   logs/NAME/end                           how many batches and entries there are, and which of them are trimmed
 *   logs/NAME/origin                        refers to the two newest snapshots (origins)
 *   logs/NAME/chunks/…                      parts of snapshots, and of entries that are too large for a batch
 *   leases/NAME                             a lock, moved by {@link io.sardonyx.lease.Contender}
 *   fences                                  the highest fence of all locks that were deleted
 * </pre>
 *
 * <p>The one rule: what was only read may be undone by the store, as when a server dies between showing a write and
 * keeping it; only an acknowledged write stays. So an entry is read only after somebody's acknowledged write of its
 * batch led to a count in {@code end} that includes it, and a lease is granted only by an acknowledged write.
 */
@NullMarked
package io.sardonyx.store.derived;

import org.jspecify.annotations.NullMarked;
