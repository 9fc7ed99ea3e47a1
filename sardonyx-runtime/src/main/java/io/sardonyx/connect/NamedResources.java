package io.sardonyx.connect;

import io.sardonyx.plugin.TaskContext;

/** What plugins find under a name in their process. */
final class NamedResources {

    /** The parameter that says under which name. */
    static final String NAME = "name";

    private NamedResources() {}

    /**
     * The resource that the parameter {@code name} names.
     *
     * @param expected the type in words
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
