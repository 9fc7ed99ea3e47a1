/**
 * A store in a directory, for the processes of one machine.
 *
 * <pre>
 *   logs/NAME/lock             held while somebody writes
 *            /committed        how far the log is durable: what is beyond is not yet true
 *            /N.log            entries from position N on, each with its length and checksums
 *            /N.origin         a snapshot that covers entry N and all before; two are kept
 *   documents/lock             held while somebody writes; in it the last version
 *            /NAME.doc         one document
 *   leases/lock                one byte of it, locked by the system, per name that is held; in it the last fence
 * </pre>
 *
 * <p>The one rule: what is answered has been forced to the disk, and what has not been forced is shown to nobody. Locks
 * are the operating system's, so they die with their process; a process that is stopped, not dead, keeps them.
 */
@NullMarked
package io.sardonyx.store.file;

import org.jspecify.annotations.NullMarked;
