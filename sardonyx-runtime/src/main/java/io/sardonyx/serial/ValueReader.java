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
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads what follows a code. */
final class ValueReader {

    private static final int MAX_NANO = 999_999_999;

    private ValueReader() {}

    static @Nullable Object read(int code, SegmentInput in) {
        return switch (code) {
            case Code.NULL -> null;
            case Code.FALSE -> false;
            case Code.TRUE -> true;
            case Code.INTEGER -> (int) in.within(in.takeLong(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case Code.LONG -> in.takeLong();
            case Code.DOUBLE -> in.takeDouble();
            case Code.LATIN -> in.takeLatin();
            case Code.UNICODE -> in.takeUtf8();
            case Code.LIST -> list(in);
            case Code.SET -> set(in);
            case Code.MAP -> map(in);
            default -> code < Code.FIRST_REGISTERED ? other(code, in) : registered(code, in);
        };
    }

    private static Object registered(int code, SegmentInput in) {
        Form form = in.codecs().form(code);
        if (form == null) {
            throw in.malformed("there is no registered class number " + (code - Code.FIRST_REGISTERED));
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
            case Code.BYTE -> (byte) in.within(in.takeLong(), Byte.MIN_VALUE, Byte.MAX_VALUE);
            case Code.SHORT -> (short) in.within(in.takeLong(), Short.MIN_VALUE, Short.MAX_VALUE);
            case Code.CHARACTER -> (char) in.within(in.takeUnsigned(), 0, Character.MAX_VALUE);
            case Code.FLOAT -> in.takeFloat();
            case Code.BIG_INTEGER -> bigInteger(in);
            case Code.BIG_DECIMAL -> bigDecimal(in);
            case Code.BYTES -> in.takeBytes();
            case Code.UUID -> new UUID(in.takeFixedLong(), in.takeFixedLong());
            default -> time(code, in);
        };
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
                case Code.INSTANT -> Instant.ofEpochSecond(in.takeLong(), nanos(in));
                case Code.DURATION -> Duration.ofSeconds(in.takeLong(), nanos(in));
                case Code.LOCAL_DATE -> LocalDate.ofEpochDay(in.takeLong());
                case Code.LOCAL_DATE_TIME ->
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
