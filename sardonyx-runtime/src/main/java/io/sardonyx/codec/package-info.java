/**
 * Values of the core as JSON that an operator can read, and back.
 *
 * <pre>
 *   CommandCodec  one command            {"fn": …, "args": {…}}
 *   EntryCodec    a command in the log   … with format, author, sequence, crc
 *   EntryLine     an entry of a file     … with position, dead
 *   ReplicaView   a replica              {"groups": […], "pairs": {…}, …}, complete or partial
 *   ReplicaHash   its fingerprint
 *   Scenario      a question to the schedulers
 *   JobFile       a whole job            {"id": …, "workflow": […], "catalog": […]}
 *   JobKeys       what can be said in one, for its reader, its schema and its page
 *   Spots         where in a text the parts of a document stand
 * </pre>
 *
 * <p>The one rule: whatever bytes come in, what comes out is a value or a {@link io.sardonyx.codec.BadInput} that says
 * where, what is wrong and what would be right; and every value comes back from its own text.
 */
@NullMarked
package io.sardonyx.codec;

import org.jspecify.annotations.NullMarked;
