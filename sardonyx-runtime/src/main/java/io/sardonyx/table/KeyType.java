package io.sardonyx.table;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Type of the keys of a task: whole numbers are kept without objects. */
public enum KeyType {
    LONG,
    INTEGER,
    OBJECT;

    /** The type of keys that are declared so; unknown ones are objects. */
    public static KeyType of(@Nullable Type declared) {
        if (declared == long.class || declared == Long.class) {
            return LONG;
        }
        return declared == int.class || declared == Integer.class ? INTEGER : OBJECT;
    }

    boolean isNumber() {
        return this != OBJECT;
    }

    /** A key that is a whole number, as the object that users see. */
    Object boxed(long key) {
        return this == INTEGER ? (Object) (int) key : (Object) key;
    }
}
