package io.sardonyx.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Types of values that codecs can store, by declaration; what an interface or {@code Object} hides is not known. */
final class StoredTypes {

    private static final Set<Class<?>> FINAL = Set.of(
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
            LocalDateTime.class);

    private static final List<Class<?>> COLLECTIONS =
            List.of(ArrayList.class, LinkedHashSet.class, LinkedHashMap.class);

    private StoredTypes() {}

    static boolean isStorable(Class<?> type) {
        return type.isPrimitive()
                || FINAL.contains(type)
                || type.isRecord()
                || type.isEnum()
                || type.isSealed()
                || FINAL.stream().anyMatch(type::isAssignableFrom)
                || COLLECTIONS.stream().anyMatch(type::isAssignableFrom);
    }
}
