package io.sardonyx.task.input;

import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.value.text.Spelling;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Registry of the input and output plugins that jobs may name, found by {@link ServiceLoader}. */
public final class PluginRegistry {

    private final Map<String, InputProvider> inputs = new TreeMap<>();
    private final Map<String, OutputProvider> outputs = new TreeMap<>();

    /* Errors for names with two providers, by the provider found first: such a name is ambiguous. */
    private final Map<Object, String> twice = new HashMap<>();

    private PluginRegistry(ClassLoader loader) {
        ServiceLoader.load(InputProvider.class, loader)
                .forEach(provider -> add(inputs, "input", provider.name(), provider));
        ServiceLoader.load(OutputProvider.class, loader)
                .forEach(provider -> add(outputs, "output", provider.name(), provider));
    }

    private <T> void add(Map<String, T> providers, String what, String name, T provider) {
        T former = providers.putIfAbsent(name, provider);
        if (former != null) {
            twice.put(
                    former,
                    "the " + what + " '" + name + "' is provided twice, by " + origin(former) + " and by "
                            + origin(provider) + "; leave one of them out");
        }
    }

    private static String origin(Object provider) {
        CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
        return provider.getClass().getName() + (source == null ? "" : " in " + source.getLocation());
    }

    /** All plugins that a class loader finds. */
    public static PluginRegistry in(ClassLoader loader) {
        return new PluginRegistry(loader);
    }

    /**
     * The input plugin of that name.
     *
     * @throws IllegalArgumentException when there is none, or more than one
     */
    public InputProvider input(String name) {
        return named(inputs, "input", name);
    }

    /**
     * The output plugin of that name.
     *
     * @throws IllegalArgumentException when there is none, or more than one
     */
    public OutputProvider output(String name) {
        return named(outputs, "output", name);
    }

    /** Whether there is exactly one input plugin of that name. */
    public boolean hasInput(String name) {
        return isKnown(inputs.get(name));
    }

    /** Whether there is exactly one output plugin of that name. */
    public boolean hasOutput(String name) {
        return isKnown(outputs.get(name));
    }

    private boolean isKnown(@Nullable Object provider) {
        return provider != null && !twice.containsKey(provider);
    }

    private <T> T named(Map<String, T> providers, String what, String name) {
        T provider = providers.get(name);
        String fault = twice.get(provider);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        if (provider == null) {
            throw new IllegalArgumentException("there is no " + what + " '" + name + "'"
                    + Spelling.didYouMean(name, providers.keySet()) + "; there are " + providers.keySet());
        }
        return provider;
    }
}
