package io.sardonyx.codec;

import io.sardonyx.codec.UnreadableEntry.Fault;
import io.sardonyx.command.Command;
import io.sardonyx.log.Entry;
import io.sardonyx.port.Log;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it is stored: the command with the format it is written in, who wrote it, and a checksum.
 *
 * <p>{@code crc} is the CRC-32C of the canonical form of all other fields, so neither white space nor the order of keys
 * matters, and an operator may pretty-print what an incident left behind. Where the entry stands is for the log to
 * know.
 */
public final class EntryCodec {

    /** The format that is written; older ones are read as well. */
    public static final int FORMAT = 1;

    /** What surrounds an entry in a file of examples without being part of it. */
    private static final Set<String> NOT_SUMMED = Set.of("crc", "position", "dead");

    /** What the checksum adds at most. */
    private static final int CRC_BYTES = 20;

    private EntryCodec() {}

    /**
     * The bytes of an entry, at most {@link Log#MAX_ENTRY_BYTES}.
     *
     * @throws BadInput when it would be longer, or nobody could read it back
     */
    public static byte[] encode(@Nullable GroupId author, long sequence, Command command) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        CommandCodec.write(command, out);
        out.number("format", FORMAT);
        if (author != null) {
            out.text("author", author).number("sequence", sequence);
        }
        out.end().flush();
        byte[] summed = text.toString().getBytes(StandardCharsets.UTF_8);
        if (summed.length > Log.MAX_ENTRY_BYTES - CRC_BYTES) {
            throw new BadInput("the entry " + CommandCodec.nameOf(command) + " has " + summed.length
                    + " bytes, and the log takes at most " + Log.MAX_ENTRY_BYTES);
        }
        text.getBuffer().setLength(text.getBuffer().length() - 1);
        text.append(",\"crc\":").append(Long.toString(crc(Json.read(summed)))).append('}');
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The entry at a position, or a refusal that names it: nothing that is not understood is applied. */
    public static Entry<Replica> decode(long position, byte[] stored) {
        Field entry;
        try {
            entry = Json.read(stored);
            entry.at("format").whole(1, Long.MAX_VALUE);
            entry.at("crc").position();
        } catch (BadInput e) {
            throw UnreadableEntry.noEntry(position, String.valueOf(e.getMessage()));
        }
        return read(position, entry);
    }

    /** An entry of which only the command is required; what else it has must be right. */
    static Entry<Replica> read(long position, Field entry) {
        try {
            checkFormat(position, entry.at("format"));
            checkSum(position, entry);
            String fn = entry.at("fn").text();
            if (!CommandCodec.isKnown(fn)) {
                throw new UnreadableEntry(Fault.UNKNOWN_COMMAND, position, CommandCodec.unknown(fn));
            }
            Command command = CommandCodec.read(entry);
            Field author = entry.at("author");
            return author.isAbsent()
                    ? Entry.anonymous(position, command)
                    : new Entry<>(
                            position,
                            author.as(GroupId::of),
                            entry.at("sequence").position(),
                            command);
        } catch (UnreadableEntry e) {
            throw e;
        } catch (BadInput e) {
            throw malformed(position, e);
        }
    }

    private static UnreadableEntry malformed(long position, BadInput e) {
        return new UnreadableEntry(Fault.MALFORMED, position, String.valueOf(e.getMessage()));
    }

    private static void checkFormat(long position, Field format) {
        if (!format.isAbsent() && format.whole(1, Long.MAX_VALUE) > FORMAT) {
            String message = "written in format " + format.position() + ", but this program reads formats up to "
                    + FORMAT + "; use a newer one";
            throw new UnreadableEntry(Fault.NEWER_FORMAT, position, message);
        }
    }

    private static void checkSum(long position, Field entry) {
        Field crc = entry.at("crc");
        if (!crc.isAbsent() && crc.position() != crc(entry)) {
            String message = "the checksum says " + crc.position() + ", but the content sums up to " + crc(entry);
            throw new UnreadableEntry(Fault.BAD_CHECKSUM, position, message);
        }
    }

    private static long crc(Field entry) {
        var sum = new CRC32C();
        sum.update(CanonicalJson.without(NOT_SUMMED, entry.node()));
        return sum.getValue();
    }
}
