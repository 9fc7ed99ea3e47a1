package io.sardonyx.function;

import org.jspecify.annotations.Nullable;

/** A method with all its arguments but the first, which is given each time. */
@FunctionalInterface
public interface Invocation {

    /**
     * Calls it.
     *
     * @return what it returned; for void null
     */
    @Nullable
    Object call(Object subject) throws Throwable;
}
