package io.sardonyx.function;

import io.sardonyx.plugin.Passage;
import org.jspecify.annotations.Nullable;

/**
 * A method about something on its way behind a task.
 *
 * @param subject what its first argument is: a {@link Passage}, an exception, or otherwise the segment
 */
public record PassageFunction(String name, Class<?> subject, Invocation method) {

    /** Whether it wants to know more than the segment. */
    public boolean takesPassage() {
        return subject == Passage.class;
    }

    /** Whether it is about exceptions of some kind, and not about segments. */
    public boolean takesException() {
        return Throwable.class.isAssignableFrom(subject);
    }

    public @Nullable Object call(Object about) throws Throwable {
        return method.call(about);
    }
}
