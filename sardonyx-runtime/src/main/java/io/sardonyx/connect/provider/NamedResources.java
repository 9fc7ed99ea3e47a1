package io.sardonyx.connect.provider;

import io.sardonyx.plugin.TaskContext;

/** Lookup of resources that the process provides to plugins under a name. */
public final class NamedResources {

    /** Parameter with the name of the resource. */
    public static final String NAME = "name";

    private NamedResources() {}

    /** The parameters of a plugin that takes such a name and nothing else. */
    static PluginParameters parameters(String plugin) {
        return PluginParameters.by(plugin).text(NAME).required(NAME);
    }

    /**
     * The resource that the parameter {@code name} names.
     *
     * @param expected the type in words, for the message of a failure
     */
    static <T> T named(TaskContext context, Class<T> type, String expected) {
        String name = context.parameters().text(NAME).orElseThrow();
        Object found = context.resource(name)
                .orElseThrow(() -> new IllegalStateException("task " + context.task() + " needs " + expected
                        + " under the name " + name + ", but this process provides none: call Cluster.provide(\"" + name
                        + "\", …) before the job starts, or context.provide in a lifecycle's beforeTask"));
        if (!type.isInstance(found)) {
            throw new IllegalStateException("task " + context.task() + " needs " + expected + " under the name " + name
                    + ", but a " + found.getClass().getName() + " is provided there");
        }
        return type.cast(found);
    }
}
