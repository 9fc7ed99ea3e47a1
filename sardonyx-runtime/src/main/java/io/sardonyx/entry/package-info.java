/**
 * Codecs for log entries and for the views of a replica and a roster, as JSON that an operator can read.
 *
 * <pre>
 *   CommandCodec  one command            {"fn": …, "args": {…}}
 *   EntryCodec    a command in the log   … with format, author, sequence, crc
 *   EntryLine     an entry of a file     … with position, dead
 *   ReplicaView   a replica              {"groups": […], "pairs": {…}, …}, complete or partial
 *   ReplicaHash   its hash
 *   EventCodec    an event in the coordinator's log, in the same form
 *   RosterView    a roster               {"peers": {…}, "jobs": […], …}
 * </pre>
 *
 * <p>The one rule: decoding what was encoded gives an equal value.
 */
@NullMarked
package io.sardonyx.entry;

import org.jspecify.annotations.NullMarked;
