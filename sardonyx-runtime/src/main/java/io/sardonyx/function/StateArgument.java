package io.sardonyx.function;

import io.sardonyx.state.Aggregate;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a function that is state of its task.
 *
 * @param handle the interface that the function takes it as
 * @param type the same with its type arguments
 * @param by how a {@link Total} is made; null for other kinds of state
 */
public record StateArgument(
        String name, Class<?> handle, Type type, @Nullable Class<? extends Aggregate<?, ?, ?>> by) {

    private static final List<Class<?>> HANDLES =
            List.of(Value.class, Entries.class, Items.class, LongTotal.class, DoubleTotal.class, Total.class);

    /**
     * Reads the annotation of an argument.
     *
     * @throws BadFunction that says why it cannot be state
     */
    @SuppressWarnings("unchecked")
    static StateArgument of(String function, State state, Class<?> handle, Type type) {
        String what = "state " + state.value() + " of " + function;
        if (!HANDLES.contains(handle)) {
            throw new BadFunction(
                    what + " is a " + handle.getTypeName() + ", which is no kind of state",
                    "take a Value, Entries, Items, LongTotal, DoubleTotal or Total of io.sardonyx.state");
        }
        if (state.value().isBlank()) {
            throw new BadFunction("a state of " + function + " has no name", "name it: @State(\"name\")");
        }
        boolean aggregated = state.by() != Aggregate.class;
        if (aggregated != (handle == Total.class)) {
            throw new BadFunction(
                    what + (aggregated ? " has an aggregate, but is no Total" : " is a Total without an aggregate"),
                    aggregated ? "leave out \"by\", or take a Total" : "name it: @State(value = …, by = ….class)");
        }
        if (aggregated && !isConstructible(state.by())) {
            throw new BadFunction(
                    what + ": " + state.by().getName() + " cannot be made",
                    "let it be a public class with a public constructor without arguments");
        }
        return new StateArgument(
                state.value(), handle, type, aggregated ? (Class<? extends Aggregate<?, ?, ?>>) state.by() : null);
    }

    private static boolean isConstructible(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getConstructors()).anyMatch(made -> made.getParameterCount() == 0);
    }

    /** Whether it is a total, which can be made of partial ones. */
    boolean isTotal() {
        return handle == LongTotal.class || handle == DoubleTotal.class || handle == Total.class;
    }

    /** Makes the aggregate of a total; null for other kinds of state. */
    @SuppressWarnings("unchecked")
    public @Nullable Aggregate<Object, Object, Object> aggregate() {
        try {
            return by == null
                    ? null
                    : (Aggregate<Object, Object, Object>) by.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new BadFunction("the aggregate of state " + name + " cannot be made", "look at its constructor", e);
        }
    }

    /** The type of the keys of an {@link Entries}; none for other kinds of state. */
    public List<Type> keys() {
        return handle == Entries.class ? stored().subList(0, Math.min(1, stored().size())) : List.of();
    }

    /** The types of the values that are stored, as far as declarations tell. */
    public List<Type> values() {
        return stored().subList(keys().size(), stored().size());
    }

    /** The types of what is stored, as far as declarations tell. */
    List<Type> stored() {
        if (by != null) {
            return Arrays.stream(by.getGenericInterfaces())
                    .filter(each -> each instanceof ParameterizedType type && type.getRawType() == Aggregate.class)
                    .map(each -> ((ParameterizedType) each).getActualTypeArguments()[1])
                    .toList();
        }
        return type instanceof ParameterizedType it ? List.of(it.getActualTypeArguments()) : List.of();
    }
}
