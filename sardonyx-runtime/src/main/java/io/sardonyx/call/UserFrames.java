package io.sardonyx.call;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Stack frames of the user's own code in a call that is stuck or that failed, without frames of the JDK and the engine.
 */
public final class UserFrames {

    private static final int MOST = 5;
    private static final List<String> JDK = List.of("java.", "jdk.", "sun.");
    private static final List<String> ENGINE = List.of(
            "io.sardonyx.task.",
            "io.sardonyx.worker.",
            "io.sardonyx.function.",
            "io.sardonyx.call.",
            "io.sardonyx.condition.");

    private UserFrames() {}

    /**
     * The innermost user frames, up to the first frame of the engine, preceded by the JDK method that they wait in, if
     * any.
     */
    public static String of(StackTraceElement... stack) {
        int above = 0;
        while (above < stack.length && begins(stack[above], JDK)) {
            above++;
        }
        String own = Arrays.stream(stack)
                .skip(above)
                .takeWhile(frame -> !begins(frame, ENGINE))
                .filter(frame -> !begins(frame, JDK))
                .limit(MOST)
                .map(frame -> "at " + method(frame) + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                .collect(Collectors.joining(" "));
        if (above == 0 && !own.isEmpty()) {
            return own;
        }
        if (stack.length == 0) {
            return "nowhere";
        }
        String in = "in " + method(stack[Math.max(0, above - 1)]);
        return own.isEmpty() ? in : in + " " + own;
    }

    /** The first line of user code that an exception was thrown through, in brackets; empty if there is none. */
    public static String line(StackTraceElement... stack) {
        return Arrays.stream(stack)
                .takeWhile(frame -> !begins(frame, ENGINE))
                .filter(frame -> !begins(frame, JDK) && frame.getFileName() != null)
                .findFirst()
                .map(frame -> " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                .orElse("");
    }

    private static boolean begins(StackTraceElement frame, List<String> prefixes) {
        return prefixes.stream().anyMatch(frame.getClassName()::startsWith);
    }

    private static String method(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }
}
