package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.value.text.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Validator of a plugin's parameters: names, types and ranges; unknown parameters are faults. */
final class PluginParameters {

    private final String plugin;
    private final Map<String, Consumer<Parameters>> known = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();
    private final List<Pair> pairs = new ArrayList<>();

    /** A parameter, or one value of it, that needs another parameter. */
    private record Pair(String name, @Nullable String value, String other) {

        boolean isBroken(Parameters given) {
            boolean said = value == null
                    ? given.has(name)
                    : given.has(name) && value.equals(String.valueOf(given.value(name)));
            return said && !given.has(other);
        }

        @Override
        public String toString() {
            return "parameter " + name + (value == null ? "" : " " + value) + " means nothing without " + other;
        }
    }

    private PluginParameters(String plugin) {
        this.plugin = plugin;
    }

    static PluginParameters by(String plugin) {
        return new PluginParameters(plugin);
    }

    /** The name of the plugin. */
    String plugin() {
        return plugin;
    }

    PluginParameters text(String name) {
        return rule(name, Parameters::text, String::isEmpty, text -> " is empty");
    }

    /** A string of one ASCII character that separates fields, neither a quote nor the end of a line. */
    PluginParameters separator(String name) {
        return rule(
                name,
                Parameters::text,
                text -> text.length() != 1 || text.charAt(0) > 127 || "\"\r\n".contains(text),
                text -> " is one ASCII character, neither a quote nor the end of a line");
    }

    PluginParameters oneOf(String name, List<String> choices) {
        return rule(
                name,
                Parameters::text,
                text -> !choices.contains(text),
                text -> " is one of " + String.join(", ", choices) + ", not " + text
                        + Spelling.didYouMean(text, choices));
    }

    PluginParameters whole(String name, long least, long most) {
        return rule(
                name,
                Parameters::whole,
                value -> value < least || value > most,
                value -> " is " + value + (value < least ? ", but at least " + least : ", but at most " + most)
                        + " was expected");
    }

    /** A number above zero. */
    PluginParameters positive(String name) {
        return rule(
                name,
                Parameters::number,
                value -> value.compareTo(BigDecimal.ZERO) <= 0,
                value -> " is " + value + ", but a number above 0 was expected");
    }

    PluginParameters list(String name) {
        return rule(name, parameters -> parameters.list(name));
    }

    /** A list of strings. */
    PluginParameters texts(String name) {
        return rule(name, parameters -> {
            for (Object item : parameters.list(name)) {
                if (!(item instanceof String)) {
                    throw new IllegalArgumentException(
                            "parameter " + name + " is a list of texts, but " + item + " is none");
                }
            }
        });
    }

    private <V> PluginParameters rule(
            String name,
            BiFunction<Parameters, String, Optional<V>> value,
            Predicate<V> isWrong,
            Function<V, String> fault) {
        return rule(
                name,
                parameters -> value.apply(parameters, name).filter(isWrong).ifPresent(wrong -> {
                    throw new IllegalArgumentException("parameter " + name + fault.apply(wrong));
                }));
    }

    private PluginParameters rule(String name, Consumer<Parameters> rule) {
        known.put(name, rule);
        return this;
    }

    /** A parameter that has a meaning only beside another one. */
    PluginParameters together(String name, String other) {
        pairs.add(new Pair(name, null, other));
        return this;
    }

    /** A value of a parameter that has a meaning only beside another parameter. */
    PluginParameters together(String name, String value, String other) {
        pairs.add(new Pair(name, value, other));
        return this;
    }

    PluginParameters required(String name) {
        required.add(name);
        return this;
    }

    /**
     * Checks all parameters.
     *
     * @throws IllegalArgumentException that names every fault at once
     */
    void check(Parameters parameters) {
        var faults = new ArrayList<String>();
        for (String name : parameters.names()) {
            if (!known.containsKey(name)) {
                faults.add("there is no parameter " + name + Spelling.didYouMean(name, known.keySet()) + " (known: "
                        + (known.isEmpty() ? "none" : String.join(", ", known.keySet())) + ")");
            }
        }
        for (String name : required) {
            if (!parameters.has(name)) {
                faults.add("parameter " + name + " is missing");
            }
        }
        pairs.stream().filter(pair -> pair.isBroken(parameters)).forEach(pair -> faults.add(pair.toString()));
        known.values().forEach(rule -> {
            try {
                rule.accept(parameters);
            } catch (IllegalArgumentException fault) {
                faults.add(Objects.requireNonNullElse(fault.getMessage(), fault.toString()));
            }
        });
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(plugin + ": " + String.join("; ", faults));
        }
    }
}
