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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The types of segments that an upstream task, an input or a transform declares to give to a task.
 *
 * @param types each segment is of one of these types; none when nothing is known
 * @param by who gives it, for people: a method or an input, and its task
 * @param certain whether it comes for all segments: on no flow condition, and not because something failed
 * @param exact whether the segments are of no other classes than these and, for an interface, of one that is nothing
 *     else besides, as those that our own inputs make
 */
record GivenTypes(List<Class<?>> types, String by, boolean certain, boolean exact) {

    private static final List<Class<?>> JSON =
            List.of(Map.class, List.class, String.class, Long.class, BigDecimal.class, Boolean.class);

    /** Those of the inputs that come with the engine; what others give is their own business. */
    private static final Map<String, List<Class<?>>> OF_PLUGINS = Map.of(
            Inputs.lines("*").name(), List.of(String.class),
            Inputs.stdin().name(), List.of(String.class),
            Inputs.csv("*").name(), List.of(Map.class),
            Inputs.numbers().name(), List.of(Long.class),
            Inputs.jsonLines("*").name(), JSON);

    private static final String ITEMS = Inputs.items().name();

    GivenTypes {
        types = List.copyOf(types);
    }

    static GivenTypes of(Class<?> type, String by, boolean certain) {
        return new GivenTypes(List.of(type), by, certain, false);
    }

    static GivenTypes unknown(boolean certain) {
        return new GivenTypes(List.of(), "", certain, false);
    }

    /**
     * What the input of a task gives.
     *
     * @param method the method that is its plugin, or null
     */
    static List<GivenTypes> ofInput(CatalogEntry entry, @Nullable Method method) {
        Call plugin = entry.plugin();
        String task = " of task " + entry.name();
        if (entry.identify()) {
            return List.of(of(Identified.class, "the input" + task + ", which identifies what it reads,", true));
        }
        if (method != null && !Input.class.isAssignableFrom(method.getReturnType())) {
            Class<?> element = TypeRelation.erased(TypeRelation.element(method.getGenericReturnType()));
            return List.of(of(element, MethodSignature.name(method) + task, true));
        }
        if (plugin == null || plugin.isMethod()) {
            return List.of(unknown(true));
        }
        String by = "input " + plugin.name() + task;
        return plugin.name().equals(ITEMS)
                ? items(plugin.parameters(), by)
                : List.of(new GivenTypes(OF_PLUGINS.getOrDefault(plugin.name(), List.of()), by, true, true));
    }

    private static List<GivenTypes> items(Parameters parameters, String by) {
        return parameters.value("segments") instanceof List<?> items
                ? items.stream()
                        .<Class<?>>map(GivenTypes::type)
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

    boolean isKnown() {
        return !types.isEmpty();
    }

    /** The same where it depends on the segment whether it comes. */
    GivenTypes uncertain() {
        return new GivenTypes(types, by, false, exact);
    }

    /** Whether none of it can be given to a method that takes that type. */
    boolean isNeverTaken(Class<?> taken) {
        return isKnown() && types.stream().allMatch(type -> isNeverTaken(type, taken));
    }

    private boolean isNeverTaken(Class<?> type, Class<?> taken) {
        return TypeRelation.isNeverTaken(type, taken)
                || exact && !TypeRelation.isTaken(type, taken) && !type.isAssignableFrom(taken);
    }

    /**
     * Whether some of it may be of a type that the method does not take; the types of a file of JSON are not declared.
     */
    boolean isNarrowed(Class<?> taken) {
        return types.size() == 1 && !TypeRelation.isTaken(types.get(0), taken);
    }

    /** As much of it as a method lets through that takes that type. */
    GivenTypes through(Class<?> taken, String filter) {
        List<Class<?>> left = types.stream()
                .filter(type -> !isNeverTaken(type, taken))
                .<Class<?>>map(type -> !taken.isPrimitive() && type.isAssignableFrom(taken) ? taken : type)
                .distinct()
                .toList();
        return left.equals(types) ? this : new GivenTypes(left, filter, certain, exact && types.containsAll(left));
    }

    /** "com.acme.Words::length of task count gives a java.lang.Integer". */
    String sentence() {
        return by + " gives "
                + types.stream().map(type -> "a " + type.getTypeName()).collect(Collectors.joining(" or "));
    }
}
