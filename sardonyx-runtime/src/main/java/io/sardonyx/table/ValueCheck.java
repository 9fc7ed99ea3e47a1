package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether values can be stored: tries it once for each class, so that a class without a codec is refused where a
 * function gives it, and others cost next to nothing. What only some values of a class contain, or how long they are,
 * shows when they are written.
 */
final class ValueCheck {

    private final Codecs codecs;
    private final Set<Class<?>> storable = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable Class<?> latest;

    ValueCheck(Codecs codecs) {
        this.codecs = codecs;
    }

    /**
     * Checks a value.
     *
     * @throws BadSegment that says why it cannot be stored
     */
    void check(Object value) {
        Class<?> type = value.getClass();
        if (type != latest) {
            checkOther(value, type);
        }
    }

    private void checkOther(Object value, Class<?> type) {
        if (!storable.contains(type)) {
            codecs.output().segment(value);
            storable.add(type);
        }
        latest = type;
    }
}
