package io.sardonyx.engine;

import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.value.Spelling;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The inputs and outputs that jobs may name. */
public final class Plugins {

    private final Map<String, InputProvider> inputs = new TreeMap<>();
    private final Map<String, OutputProvider> outputs = new TreeMap<>();

    private Plugins(ClassLoader loader) {
        ServiceLoader.load(InputProvider.class, loader).forEach(provider -> inputs.put(provider.name(), provider));
        ServiceLoader.load(OutputProvider.class, loader).forEach(provider -> outputs.put(provider.name(), provider));
    }

    /** All that a class loader finds. */
    public static Plugins in(ClassLoader loader) {
        return new Plugins(loader);
    }

    /** The input of that name. */
    public InputProvider input(String name) {
        return named(inputs, "input", name);
    }

    /** The output of that name. */
    public OutputProvider output(String name) {
        return named(outputs, "output", name);
    }

    private static <T> T named(Map<String, T> providers, String what, String name) {
        T provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("there is no " + what + " '" + name + "'"
                    + Spelling.didYouMean(name, providers.keySet()) + "; there are " + providers.keySet());
        }
        return provider;
    }
}
