package io.sardonyx.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of one value for each key.
 *
 * <p>Values are what segments may be: records, strings, numbers, and collections of such. A value must not be changed
 * after it was set; set another one.
 */
public interface Value<T> {

    /** The value of the present key, or null. */
    @Nullable
    T get();

    /** The value of the present key, or another one if there is none. */
    default T or(T other) {
        return Objects.requireNonNullElse(get(), other);
    }

    /** Sets the value of the present key. */
    void set(T value);

    /** Removes the value of the present key. */
    void clear();
}
