package io.sardonyx.serial;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Type codes: the number with which a serialized value begins. Registered classes come after the last built-in one, in
 * the order of their names. A code never changes its meaning.
 */
final class TypeCode {

    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int BYTE = 3;
    static final int SHORT = 4;
    static final int INTEGER = 5;
    static final int LONG = 6;
    static final int FLOAT = 7;
    static final int DOUBLE = 8;
    static final int CHARACTER = 9;
    static final int BIG_INTEGER = 10;
    static final int BIG_DECIMAL = 11;
    /** A string of characters below 256, one byte each. */
    static final int LATIN = 12;
    /** Any other string, in UTF-8. */
    static final int UNICODE = 13;

    static final int BYTES = 14;
    static final int UUID = 15;
    static final int INSTANT = 16;
    static final int DURATION = 17;
    static final int LOCAL_DATE = 18;
    static final int LOCAL_DATE_TIME = 19;
    static final int LIST = 20;
    static final int SET = 21;
    static final int MAP = 22;
    static final int OPTIONAL = 23;
    static final int FIRST_REGISTERED = 32;

    /** Classes that need no registration: those that deserialization creates for these codes. */
    private static final Set<Class<?>> CLASSES = Set.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Character.class,
            BigInteger.class,
            BigDecimal.class,
            String.class,
            byte[].class,
            UUID.class,
            Instant.class,
            Duration.class,
            LocalDate.class,
            LocalDateTime.class,
            Optional.class,
            ArrayList.class,
            LinkedHashSet.class,
            LinkedHashMap.class);

    private TypeCode() {}

    /** Whether values of that class have a code of their own, so that the class need not be registered. */
    static boolean isBuiltin(Class<?> type) {
        return CLASSES.contains(type);
    }

    /** Whether a variable of that type can hold a value of any built-in class. */
    static boolean isReadable(Class<?> type) {
        return CLASSES.stream().anyMatch(type::isAssignableFrom);
    }
}
