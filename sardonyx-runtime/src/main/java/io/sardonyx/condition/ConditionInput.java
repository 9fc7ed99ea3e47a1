package io.sardonyx.condition;

import io.sardonyx.function.PassageFunction;
import io.sardonyx.function.WrongSegment;
import io.sardonyx.plugin.Passage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Argument of the methods of flow conditions for the present segment: input, output or exception. A {@link Passage} is
 * created only for methods that take one. Reused for each segment, so confined to one thread.
 */
final class ConditionInput {

    private Object input = this;
    private @Nullable Object output;
    private List<?> outputs = List.of();
    private @Nullable Exception exception;
    private @Nullable Passage passage;

    /** Starts with a segment; {@code given} is null and {@code thrown} is not when the function threw. */
    void begin(Object from, @Nullable Object given, List<?> all, @Nullable Exception thrown) {
        input = from;
        output = given;
        outputs = all;
        exception = thrown;
        passage = null;
    }

    /** Evaluates a predicate; one for exceptions of another type is false. */
    boolean satisfies(PassageFunction predicate) {
        if (predicate.takesException() && !predicate.subject().isInstance(exception)) {
            return false;
        }
        Object answer = call(predicate, "predicate ");
        if (answer instanceof Boolean truth) {
            return truth;
        }
        throw new FailedCondition("predicate " + predicate.name() + " returned null; it must say true or false");
    }

    /** Calls a transform, which must return a segment. */
    Object transformed(PassageFunction transform) {
        Object segment = call(transform, "transform ");
        if (segment == null) {
            throw new FailedCondition("transform " + transform.name() + " returned null; it must return a segment");
        }
        return segment;
    }

    private @Nullable Object call(PassageFunction method, String role) {
        try {
            return method.call(subject(method));
        } catch (WrongSegment e) {
            throw new FailedCondition(role + e.getMessage());
        } catch (Throwable e) {
            throw new FailedCondition(role + method.name() + " failed", e);
        }
    }

    private Object subject(PassageFunction method) {
        if (method.takesPassage()) {
            if (passage == null) {
                passage = new Passage(input, output, outputs, exception);
            }
            return passage;
        }
        if (method.takesException() && exception != null) {
            return exception;
        }
        return output == null ? input : output;
    }
}
