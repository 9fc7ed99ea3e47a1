package io.sardonyx.function.type;

import io.sardonyx.connect.Inputs;
import io.sardonyx.function.MethodSignature;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Identified;
import io.sardonyx.plugin.Input;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of the segments that inputs give, as far as the job tells. */
final class InputTypes {

    private static final List<Class<?>> JSON =
            List.of(Map.class, List.class, String.class, Long.class, BigDecimal.class, Boolean.class);

    /** Of the inputs that come with the engine; what others give is their own business. */
    private static final Map<String, List<Class<?>>> OF_PLUGINS = Map.of(
            Inputs.lines("*").name(), List.of(String.class),
            Inputs.stdin().name(), List.of(String.class),
            Inputs.csv("*").name(), List.of(Map.class),
            Inputs.numbers().name(), List.of(Long.class),
            Inputs.jsonLines("*").name(), JSON);

    private static final String ITEMS = Inputs.items().name();

    private InputTypes() {}

    /**
     * What the input of a task gives.
     *
     * @param method the method that is its plugin, or null
     */
    static List<GivenTypes> of(CatalogEntry entry, @Nullable Method method) {
        Call plugin = entry.plugin();
        String task = " of task " + entry.name();
        if (entry.identify()) {
            return List.of(
                    GivenTypes.of(Identified.class, "the input" + task + ", which identifies what it reads,", true));
        }
        if (method != null && !Input.class.isAssignableFrom(method.getReturnType())) {
            Class<?> element = TypeRelation.erased(TypeRelation.element(method.getGenericReturnType()));
            return List.of(GivenTypes.of(element, MethodSignature.name(method) + task, true));
        }
        if (plugin == null || plugin.isMethod()) {
            return List.of(GivenTypes.unknown(true));
        }
        String by = "input " + plugin.name() + task;
        return plugin.name().equals(ITEMS)
                ? items(plugin.parameters(), by)
                : List.of(new GivenTypes(OF_PLUGINS.getOrDefault(plugin.name(), List.of()), by, true, true));
    }

    private static List<GivenTypes> items(Parameters parameters, String by) {
        return parameters.value("segments") instanceof List<?> items
                ? items.stream()
                        .<Class<?>>map(InputTypes::type)
                        .distinct()
                        .map(type -> new GivenTypes(List.of(type), by, true, true))
                        .toList()
                : List.of();
    }

    private static Class<?> type(Object item) {
        if (item instanceof Parameters) {
            return Map.class;
        }
        return item instanceof List ? List.class : item.getClass();
    }
}
