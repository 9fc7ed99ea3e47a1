package io.sardonyx.testkit.explore;

import io.sardonyx.log.Step;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text of a step as in the log: its name in kebab case and its arguments. */
final class StepText {

    private StepText() {}

    static String of(Step<?> step) {
        String name = step.getClass()
                .getSimpleName()
                .replaceAll("(?<!^)([A-Z])", "-$1")
                .toLowerCase(Locale.ROOT);
        RecordComponent[] components = step.getClass().getRecordComponents();
        if (components == null || components.length == 0) {
            return name;
        }
        return Arrays.stream(components)
                .map(component -> component.getName() + " " + value(component, step))
                .collect(Collectors.joining(", ", name + " (", ")"));
    }

    private static Object value(RecordComponent component, Step<?> step) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(step);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
