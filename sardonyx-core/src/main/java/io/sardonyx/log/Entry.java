package io.sardonyx.log;

import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * Log entry: a step with its position and header.
 *
 * @param author that appended it, or null in examples without one
 * @param sequence the author's sequence number, by which duplicate appends are recognised
 * @param provenance informative only; never folded
 */
public record Entry<S>(long position, @Nullable GroupId author, long sequence, Step<S> step, Provenance provenance) {

    public Entry(long position, @Nullable GroupId author, long sequence, Step<S> step) {
        this(position, author, sequence, step, Provenance.UNSAID);
    }

    public static <S> Entry<S> anonymous(long position, Step<S> step) {
        return new Entry<>(position, null, 0, step);
    }
}
