package io.sardonyx.function;

import io.sardonyx.function.type.TypeRelation;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that the functions of a task take, as their signatures declare it.
 *
 * @param states each once, in the order of the arguments
 * @param key type of the keys; null if segments are not grouped by a function
 */
public record DeclaredState(
        List<StateArgument> states, @Nullable Type key) {

    /**
     * Reads the signatures of a task's functions.
     *
     * @throws BadFunction if one of them cannot be used here
     */
    public static DeclaredState of(CatalogEntry entry, FunctionLoader functions) {
        var states = new LinkedHashMap<String, StateArgument>();
        for (Call call : Arrays.asList(entry.function(), entry.atEnd())) {
            if (call != null) {
                MethodSignature.about(functions.named(call.name()))
                        .states()
                        .forEach(each -> states.putIfAbsent(each.name(), each));
            }
        }
        Call key = entry.grouping().function();
        return new DeclaredState(
                List.copyOf(states.values()),
                key == null ? null : functions.named(key.name()).getGenericReturnType());
    }

    /** The class of a type, without its type arguments. */
    public static Class<?> erased(Type type) {
        return TypeRelation.erased(type);
    }
}
