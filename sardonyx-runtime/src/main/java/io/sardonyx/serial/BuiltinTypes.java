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
import java.util.Set;
import java.util.UUID;

/** Classes that need no registration: those that deserialization creates for built-in type codes. */
final class BuiltinTypes {

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
            ArrayList.class,
            LinkedHashSet.class,
            LinkedHashMap.class);

    private BuiltinTypes() {}

    static boolean contains(Class<?> type) {
        return CLASSES.contains(type);
    }

    /** Whether a variable of that type can hold a value of any built-in class. */
    static boolean isReadable(Class<?> type) {
        return CLASSES.stream().anyMatch(type::isAssignableFrom);
    }
}
