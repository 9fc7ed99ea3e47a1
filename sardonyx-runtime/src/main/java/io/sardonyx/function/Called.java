package io.sardonyx.function;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Calls a method. Never used itself, only as a copy made by {@link Specializer}. */
final class Called implements Invocation {

    private static final MethodHandle METHOD = Specializer.method(MethodHandles.lookup());

    private final BoundArguments arguments;

    Called(BoundArguments arguments) {
        this.arguments = arguments;
    }

    @Override
    public @Nullable Object call(Object subject) throws Throwable {
        try {
            return (Object) METHOD.invokeExact(
                    subject, arguments.a(), arguments.b(), arguments.c(), arguments.d(), arguments.e(), arguments.f());
        } catch (ClassCastException e) {
            throw arguments.explained(e, subject);
        }
    }
}
