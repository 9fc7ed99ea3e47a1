package io.sardonyx.serial;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Serializes values with their type codes; frequent types are tested first. */
final class ValueWriter {

    private static final int MAX_KEY = 40;

    private ValueWriter() {}

    static void write(@Nullable Object value, SegmentOutput out) {
        if (value == null) {
            out.putCode(TypeCode.NULL);
        } else if (value instanceof String text) {
            writeText(text, out);
        } else if (value instanceof Long number) {
            out.putCode(TypeCode.LONG);
            out.putLong(number);
        } else if (value instanceof Integer number) {
            out.putCode(TypeCode.INTEGER);
            out.putLong(number);
        } else if (value instanceof Double number) {
            out.putCode(TypeCode.DOUBLE);
            out.putDouble(number);
        } else if (value instanceof Boolean claim) {
            out.putCode(claim ? TypeCode.TRUE : TypeCode.FALSE);
        } else {
            writeRegistered(value, out);
        }
    }

    /** Registered classes come before collections, so that a class that is a List can have a custom codec. */
    private static void writeRegistered(Object value, SegmentOutput out) {
        Codecs.Registered registered = out.codecs().registered(value);
        if (registered == null) {
            if (!writeOther(value, out) && !writeTime(value, out)) {
                writeCollection(value, out);
            }
            return;
        }
        out.putCode(registered.code());
        out.enter();
        registered.form().write(value, out);
        out.leave();
    }

    /** Tested last: a failed {@code instanceof} of an interface takes the JVM longer than one of a final class. */
    private static void writeCollection(Object value, SegmentOutput out) {
        if (value instanceof List<?> list) {
            writeItems(TypeCode.LIST, list, out);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map, out);
        } else if (value instanceof Set<?> set) {
            writeItems(TypeCode.SET, set, out);
        } else {
            throw BadSegment.NoCodec.of(value.getClass());
        }
    }

    static void writeText(String text, SegmentOutput out) {
        int start = out.size();
        out.putCode(TypeCode.LATIN);
        out.putSize(text.length());
        if (!out.putLatin(text)) {
            out.rewind(start);
            out.putCode(TypeCode.UNICODE);
            out.putUtf8(text);
        }
    }

    private static void writeItems(int code, Collection<?> items, SegmentOutput out) {
        int size = items.size();
        out.putCode(code);
        out.putSize(size);
        out.enter();
        int i = 0;
        try {
            if (items instanceof RandomAccess && items instanceof List<?> list) {
                for (; i < size; i++) {
                    write(list.get(i), out);
                }
            } else {
                for (Object item : items) {
                    write(item, out);
                    i++;
                }
            }
        } catch (BadSegment e) {
            throw e.within("[" + i + "]");
        }
        check(i, size);
        out.leave();
    }

    private static void writeMap(Map<?, ?> map, SegmentOutput out) {
        int size = map.size();
        out.putCode(TypeCode.MAP);
        out.putSize(size);
        out.enter();
        int i = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            writeEntry(entry, i++, out);
        }
        check(i, size);
        out.leave();
    }

    private static void writeEntry(Map.Entry<?, ?> entry, int index, SegmentOutput out) {
        try {
            write(entry.getKey(), out);
        } catch (BadSegment e) {
            throw e.within("[key " + index + "]");
        }
        try {
            write(entry.getValue(), out);
        } catch (BadSegment e) {
            String key = String.valueOf(entry.getKey());
            throw e.within("[" + (key.length() > MAX_KEY ? key.substring(0, MAX_KEY) + "…" : key) + "]");
        }
    }

    /**
     * Detects a concurrent change of a collection; another size than announced would make all that follows unreadable.
     */
    private static void check(int written, int announced) {
        if (written != announced) {
            throw new ConcurrentModificationException(
                    "a collection of " + announced + " had " + written + " elements when it was written");
        }
    }

    private static boolean writeOther(Object value, SegmentOutput out) {
        if (value instanceof Byte number) {
            out.putCode(TypeCode.BYTE);
            out.putLong(number);
        } else if (value instanceof Short number) {
            out.putCode(TypeCode.SHORT);
            out.putLong(number);
        } else if (value instanceof Character letter) {
            out.putCode(TypeCode.CHARACTER);
            out.putSize(letter);
        } else if (value instanceof Float number) {
            out.putCode(TypeCode.FLOAT);
            out.putFloat(number);
        } else if (value.getClass() == BigInteger.class) {
            out.putCode(TypeCode.BIG_INTEGER);
            out.putBytes(((BigInteger) value).toByteArray());
        } else if (value.getClass() == BigDecimal.class) {
            out.putCode(TypeCode.BIG_DECIMAL);
            out.putLong(((BigDecimal) value).scale());
            out.putBytes(((BigDecimal) value).unscaledValue().toByteArray());
        } else if (value instanceof byte[] bytes) {
            out.putCode(TypeCode.BYTES);
            out.putBytes(bytes);
        } else if (value instanceof Optional<?> optional) {
            out.putCode(TypeCode.OPTIONAL);
            out.enter();
            write(optional.orElse(null), out);
            out.leave();
        } else {
            return false;
        }
        return true;
    }

    private static boolean writeTime(Object value, SegmentOutput out) {
        if (value instanceof UUID id) {
            out.putCode(TypeCode.UUID);
            out.putFixedLong(id.getMostSignificantBits());
            out.putFixedLong(id.getLeastSignificantBits());
        } else if (value instanceof Instant time) {
            out.putCode(TypeCode.INSTANT);
            out.putLong(time.getEpochSecond());
            out.putSize(time.getNano());
        } else if (value instanceof Duration time) {
            out.putCode(TypeCode.DURATION);
            out.putLong(time.getSeconds());
            out.putSize(time.getNano());
        } else if (value instanceof LocalDate date) {
            out.putCode(TypeCode.LOCAL_DATE);
            out.putLong(date.toEpochDay());
        } else if (value instanceof LocalDateTime time) {
            out.putCode(TypeCode.LOCAL_DATE_TIME);
            out.putLong(time.toLocalDate().toEpochDay());
            out.putLong(time.toLocalTime().toNanoOfDay());
        } else {
            return false;
        }
        return true;
    }
}
