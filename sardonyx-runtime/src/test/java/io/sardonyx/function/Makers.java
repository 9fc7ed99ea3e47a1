package io.sardonyx.function;

import io.sardonyx.connect.provider.IterableInput;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Passage;
import io.sardonyx.plugin.TaskContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Methods that are no functions: predicates, transforms, and makers of lifecycles, inputs and outputs. */
public final class Makers {

    static final List<Object> TAKEN = new ArrayList<>();

    private Makers() {}

    /** Provides one thing. */
    public record Providing(String name) implements Lifecycle {
        @Override
        public void beforeTask(TaskContext context) {
            context.provide(name, "provided by " + context.task());
        }
    }

    /** A segment. */
    public record Point(int x, int y) {}

    public static Lifecycle providing(@Param("name") String name) {
        return new Providing(name);
    }

    public static Providing fixed() {
        return new Providing("fixed");
    }

    public static @Nullable Lifecycle nobody(TaskContext context) throws IOException {
        if (context.parameters().has("fail")) {
            throw new IOException("no lifecycle for " + context.task());
        }
        return null;
    }

    public static Stream<Integer> numbers(@Param("count") int count) {
        return Stream.iterate(1, it -> it + 1).limit(count);
    }

    public static Input input() {
        return new IterableInput("own", () -> List.of("own"));
    }

    public static void take(Object segment, @Param("refused") Object refused) {
        if (segment.equals(refused)) {
            throw new IllegalStateException("refused " + segment);
        }
        TAKEN.add(segment);
    }

    public static Output output() {
        return new Binder.CalledOutput(TAKEN::add);
    }

    public static Point point(Map<String, Integer> map) {
        return new Point(0, 0);
    }

    public static boolean isEven(Object segment) {
        return segment instanceof Integer number && number % 2 == 0;
    }

    public static boolean isAbove(Integer segment, @Param("limit") int limit) {
        return segment > limit;
    }

    public static boolean isFirst(Passage passage) {
        return passage.outputs().get(0) == passage.output();
    }

    public static boolean always(Object segment) {
        return true;
    }

    public static boolean isIo(IOException exception) {
        return true;
    }

    public static boolean throwing(Object segment) {
        throw new IllegalStateException("cannot say");
    }

    public static @Nullable Boolean unsure(Object segment) {
        return null;
    }

    public static Map<String, Object> report(Passage passage) {
        return Map.of("input", passage.input(), "why", String.valueOf(passage.exception()), "secret", 1);
    }

    public static @Nullable Object lost(Passage passage) {
        return null;
    }
}
