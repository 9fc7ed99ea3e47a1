package io.sardonyx.log;

import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * A step at its place in the history.
 *
 * @param author who appended it, or null in examples that name nobody
 * @param sequence the author's own count, by which a repeated append is recognised
 * @param provenance for people; nothing that is folded looks at it
 */
public record Entry<S>(long position, @Nullable GroupId author, long sequence, Step<S> step, Provenance provenance) {

    public Entry(long position, @Nullable GroupId author, long sequence, Step<S> step) {
        this(position, author, sequence, step, Provenance.UNSAID);
    }

    public static <S> Entry<S> anonymous(long position, Step<S> step) {
        return new Entry<>(position, null, 0, step);
    }
}
