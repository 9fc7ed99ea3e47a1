package io.sardonyx.entry;

import io.sardonyx.command.Command;
import io.sardonyx.entry.UnreadableEntry.Fault;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.CanonicalJson;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.log.Step;
import io.sardonyx.port.Log;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Codec of a stored log entry: a command with its format, author, sequence number, provenance and a checksum.
 *
 * <p>{@code crc} is the CRC-32C of the canonical form of all other fields, so neither white space nor the order of keys
 * matters, and an operator may pretty-print an entry. The position is not part of it; the log knows that.
 */
public final class EntryCodec {

    /** The newest format that is read, and written once the cluster has it; older ones are read as well. */
    public static final int FORMAT = ClusterParameters.FORMAT;

    /** Fields that surround an entry in a file of examples without being part of it. */
    private static final Set<String> NOT_SUMMED = Set.of("crc", "position", "dead");

    /** Where a time has digits and what is between them, up to the seconds. */
    private static final String SECONDS_SHAPE = "0000-00-00T00:00:00";

    private static final int SECONDS_CHARS = SECONDS_SHAPE.length();
    private static final String NO_NANOS = "000000000";
    private static final int NANO_DIGITS = NO_NANOS.length();

    /** Most bytes that the checksum adds. */
    private static final int CRC_BYTES = 20;

    private EntryCodec() {}

    /** Encodes an entry without provenance, in the oldest format that has all arguments of the command. */
    public static byte[] encode(@Nullable GroupId author, long sequence, Command command) {
        int format = CommandCodec.sinceFormat(command);
        return encode(author, sequence, command, new Provenance(format, null, null, null));
    }

    /**
     * Encodes an entry in the format of its provenance. Arguments introduced by a newer format are left out; a command
     * introduced by a newer one is written in that, as no older program can read it anyway. The bytes are at most
     * {@link Log#MAX_ENTRY_BYTES}.
     *
     * @throws BadInput when it is longer, or could not be decoded again
     */
    public static byte[] encode(@Nullable GroupId author, long sequence, Command command, Provenance provenance) {
        int format = Math.max(provenance.format(), CommandCodec.sinceFormat(command.getClass()));
        return encode(CommandCodec.FORMS, command, format, out -> {
            if (author != null) {
                out.text("author", author).number("sequence", sequence);
            }
            if (format > ClusterParameters.FIRST_FORMAT) {
                write(provenance, out);
            }
        });
    }

    /** Encodes a step of any log with its format, the fields of its header, and the checksum of all that. */
    static <T extends Step<?>> byte[] encode(StepForms<T> forms, T step, int format, Consumer<JsonOut> header) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        forms.write(step, out, format);
        out.number("format", format);
        header.accept(out);
        out.end().finish();
        byte[] summed = text.toString().getBytes(StandardCharsets.UTF_8);
        if (summed.length > Log.MAX_ENTRY_BYTES - CRC_BYTES) {
            throw new BadInput("the entry " + forms.nameOf(step) + " has " + summed.length
                    + " bytes, and the log takes at most " + Log.MAX_ENTRY_BYTES);
        }
        text.getBuffer().setLength(text.getBuffer().length() - 1);
        text.append(",\"crc\":").append(Long.toString(crc(Json.read(summed)))).append('}');
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static void write(Provenance provenance, JsonOut out) {
        if (provenance.at() != null) {
            out.text("at", provenance.at().toString());
        }
        if (provenance.by() != null) {
            out.text("by", provenance.by());
        }
        if (provenance.via() != null) {
            out.text("via", provenance.via());
        }
    }

    /**
     * Decodes the entry at a position; throws {@link UnreadableEntry} for anything that is not understood completely.
     */
    public static Entry<Replica> decode(long position, byte[] stored) {
        return read(position, parse(position, stored));
    }

    /** Parses the bytes of an entry of any log. */
    static Field parse(long position, byte[] stored) {
        try {
            Field entry = Json.read(stored);
            entry.at("format").whole(1, Long.MAX_VALUE);
            entry.at("crc").position();
            return entry;
        } catch (BadInput e) {
            throw UnreadableEntry.noEntry(position, String.valueOf(e.getMessage()));
        }
    }

    /** Decodes an entry of which only the command is required; other fields must be valid if present. */
    static Entry<Replica> read(long position, Field entry) {
        return checked(CommandCodec.FORMS, position, entry, command -> {
            Field author = entry.at("author");
            return new Entry<>(
                    position,
                    author.isAbsent() ? null : author.as(GroupId::of),
                    author.isAbsent() ? 0 : entry.at("sequence").position(),
                    command,
                    provenance(entry));
        });
    }

    /** Decodes an entry of any log, after checking its format, its checksum and that the step is known. */
    static <S, T extends Step<S>> Entry<S> checked(
            StepForms<T> forms, long position, Field entry, Function<T, Entry<S>> made) {
        try {
            checkFormat(position, entry.at("format"));
            checkSum(position, entry);
            String fn = entry.at("fn").text();
            if (!forms.isKnown(fn)) {
                throw new UnreadableEntry(Fault.UNKNOWN_COMMAND, position, forms.unknown(fn));
            }
            return made.apply(forms.read(entry));
        } catch (UnreadableEntry e) {
            throw e;
        } catch (BadInput e) {
            throw malformed(position, e);
        }
    }

    static Provenance provenance(Field entry) {
        Field format = entry.at("format");
        Field at = entry.at("at");
        return new Provenance(
                format.isAbsent() ? ClusterParameters.FIRST_FORMAT : (int) format.whole(1, FORMAT),
                at.isAbsent() ? null : at.as(EntryCodec::instant),
                CommandArguments.textOrNull(entry.at("by")),
                CommandArguments.textOrNull(entry.at("via")));
    }

    private static Instant instant(String text) {
        try {
            Instant plain = plainInstant(text);
            return plain == null ? Instant.parse(text) : plain;
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("is no time such as 2026-01-31T12:00:00Z", e);
        }
    }

    /**
     * A time as {@link Instant#toString} writes it in our days, without a formatter, which takes longer than the rest
     * of a short entry; null for any other text.
     */
    private static @Nullable Instant plainInstant(String text) {
        int length = text.length();
        int fraction = length - SECONDS_CHARS - 2;
        if (length <= SECONDS_CHARS || text.charAt(length - 1) != 'Z' || fraction > NANO_DIGITS || fraction == 0) {
            return null;
        }
        for (int i = 0; i < length - 1; i++) {
            char c = text.charAt(i);
            char wanted = i < SECONDS_CHARS ? SECONDS_SHAPE.charAt(i) : i == SECONDS_CHARS ? '.' : '0';
            if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
                return null;
            }
        }
        int month = number(text, 5, 7);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) {
            return null;
        }
        int year = number(text, 0, 4);
        int day = number(text, 8, 10);
        if (day < 1 || day > Month.of(month).length(Year.isLeap(year))) {
            return null;
        }
        String nanos = fraction < 0 ? NO_NANOS : text.substring(SECONDS_CHARS + 1, length - 1) + NO_NANOS;
        return LocalDateTime.of(year, month, day, hour, minute, second, number(nanos, 0, NANO_DIGITS))
                .toInstant(ZoneOffset.UTC);
    }

    /** The number in some digits of a text. */
    private static int number(String digits, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + digits.charAt(i) - '0';
        }
        return number;
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
