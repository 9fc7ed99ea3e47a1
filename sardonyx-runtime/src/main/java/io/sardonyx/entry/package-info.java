/**
 * Entries of the log and the view of the replica as JSON that an operator can read, and back.
 *
 * <pre>
 *   CommandCodec  one command            {"fn": …, "args": {…}}
 *   EntryCodec    a command in the log   … with format, author, sequence, crc
 *   EntryLine     an entry of a file     … with position, dead
 *   ReplicaView   a replica              {"groups": […], "pairs": {…}, …}, complete or partial
 *   ReplicaHash   its fingerprint
 * </pre>
 *
 * <p>The one rule: every value comes back from its own text.
 */
@NullMarked
package io.sardonyx.entry;

import org.jspecify.annotations.NullMarked;
