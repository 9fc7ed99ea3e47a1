package io.sardonyx.log;

import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * A step at its place in the history.
 *
 * @param author who appended it, or null in examples that name nobody
 * @param sequence the author's own count, by which a repeated append is recognised
 */
public record Entry<S>(long position, @Nullable GroupId author, long sequence, Step<S> step) {

    public static <S> Entry<S> anonymous(long position, Step<S> step) {
        return new Entry<>(position, null, 0, step);
    }
}
