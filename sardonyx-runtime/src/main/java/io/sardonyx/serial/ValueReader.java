package io.sardonyx.serial;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Deserializes a value by its type code. */
final class ValueReader {

    private static final int MAX_NANO = 999_999_999;

    private ValueReader() {}

    static @Nullable Object read(int code, SegmentInput in) {
        return switch (code) {
            case TypeCode.NULL -> null;
            case TypeCode.FALSE -> false;
            case TypeCode.TRUE -> true;
            case TypeCode.INTEGER -> (int) in.within(in.takeLong(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case TypeCode.LONG -> in.takeLong();
            case TypeCode.DOUBLE -> in.takeDouble();
            case TypeCode.LATIN -> in.takeLatin();
            case TypeCode.UNICODE -> in.takeUtf8();
            case TypeCode.LIST -> list(in);
            case TypeCode.SET -> set(in);
            case TypeCode.MAP -> map(in);
            default -> code < TypeCode.FIRST_REGISTERED ? other(code, in) : registered(code, in);
        };
    }

    private static Object registered(int code, SegmentInput in) {
        TypeCodec form = in.codecs().form(code);
        if (form == null) {
            throw in.malformed("there is no registered class number " + (code - TypeCode.FIRST_REGISTERED));
        }
        in.enter();
        Object value = form.read(in);
        in.leave();
        return value;
    }

    private static List<@Nullable Object> list(SegmentInput in) {
        int size = in.await(1);
        var list = new ArrayList<@Nullable Object>(size);
        for (int i = 0; i < size; i++) {
            list.add(in.takeAwaited());
        }
        in.leave();
        return list;
    }

    private static Set<@Nullable Object> set(SegmentInput in) {
        int size = in.await(1);
        var set = new LinkedHashSet<@Nullable Object>(capacity(size));
        for (int i = 0; i < size; i++) {
            if (!set.add(in.takeAwaited())) {
                throw in.malformed("a set holds something twice");
            }
        }
        in.leave();
        return set;
    }

    private static Map<@Nullable Object, @Nullable Object> map(SegmentInput in) {
        int size = in.await(2);
        var map = new LinkedHashMap<@Nullable Object, @Nullable Object>(capacity(size));
        for (int i = 0; i < size; i++) {
            map.put(in.takeAwaited(), in.takeAwaited());
            if (map.size() <= i) {
                throw in.malformed("a map holds a key twice");
            }
        }
        in.leave();
        return map;
    }

    private static int capacity(int size) {
        return size + size / 3 + 1;
    }

    private static Object other(int code, SegmentInput in) {
        return switch (code) {
            case TypeCode.BYTE -> (byte) in.within(in.takeLong(), Byte.MIN_VALUE, Byte.MAX_VALUE);
            case TypeCode.SHORT -> (short) in.within(in.takeLong(), Short.MIN_VALUE, Short.MAX_VALUE);
            case TypeCode.CHARACTER -> (char) in.within(in.takeUnsigned(), 0, Character.MAX_VALUE);
            case TypeCode.FLOAT -> in.takeFloat();
            case TypeCode.BIG_INTEGER -> bigInteger(in);
            case TypeCode.BIG_DECIMAL -> bigDecimal(in);
            case TypeCode.BYTES -> in.takeBytes();
            case TypeCode.OPTIONAL -> optional(in);
            case TypeCode.UUID -> new UUID(in.takeFixedLong(), in.takeFixedLong());
            default -> time(code, in);
        };
    }

    private static Optional<Object> optional(SegmentInput in) {
        in.enter();
        Object value = in.take();
        in.leave();
        return Optional.ofNullable(value);
    }

    private static BigInteger bigInteger(SegmentInput in) {
        byte[] bytes = in.takeBytes();
        if (bytes.length == 0) {
            throw in.malformed("a number without digits");
        }
        return new BigInteger(bytes);
    }

    private static BigDecimal bigDecimal(SegmentInput in) {
        int scale = (int) in.within(in.takeLong(), Integer.MIN_VALUE, Integer.MAX_VALUE);
        return new BigDecimal(bigInteger(in), scale);
    }

    private static Object time(int code, SegmentInput in) {
        try {
            return switch (code) {
                case TypeCode.INSTANT -> Instant.ofEpochSecond(in.takeLong(), nanos(in));
                case TypeCode.DURATION -> Duration.ofSeconds(in.takeLong(), nanos(in));
                case TypeCode.LOCAL_DATE -> LocalDate.ofEpochDay(in.takeLong());
                case TypeCode.LOCAL_DATE_TIME ->
                    LocalDateTime.of(LocalDate.ofEpochDay(in.takeLong()), LocalTime.ofNanoOfDay(in.takeLong()));
                default -> throw in.malformed("there is no value with code " + code);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw in.malformed("a time that does not exist", e);
        }
    }

    private static long nanos(SegmentInput in) {
        return in.within(in.takeUnsigned(), 0, MAX_NANO);
    }
}
