/**
 * A store in a directory, for the processes of one machine.
 *
 * <pre>
 *   logs/NAME/lock             held while a process writes
 *            /committed        commit mark: how far the log is durable; nothing after it is read
 *            /N.log            entries from position N on, each with its length and checksums
 *            /N.origin         a snapshot that covers entry N and all before; two are kept
 *   documents/lock             held while a process writes; in it the last version
 *            /NAME.doc         one document
 *   blobs/NAME.blob            one blob, whole
 *        /N.M.temporary        one that is being written by the opening with number N
 *        /lock                 byte N of it, locked by the system, per opening
 *   leases/lock                one byte of it, locked by the system, per name that is held; in it the last fence
 * </pre>
 *
 * <p>The one rule: what is acknowledged has been forced to the disk, and what has not been forced is never read. Locks
 * are the operating system's, so they are released when their process dies; a process that is stopped, not dead, keeps
 * them.
 */
@NullMarked
package io.sardonyx.store.file;

import org.jspecify.annotations.NullMarked;
