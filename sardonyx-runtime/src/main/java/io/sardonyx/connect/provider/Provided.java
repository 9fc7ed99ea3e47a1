package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;

/** Input plugin {@code provided}: segments of an Iterable that the process provides under a name. */
public final class Provided extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "provided";

    public Provided() {
        super(NamedResources.parameters(NAME), (parameters, context) -> {
            Iterable<?> items = NamedResources.named(context, Iterable.class, "an Iterable");
            return new IterableInput(parameters.text(NamedResources.NAME).orElseThrow(), () -> items);
        });
    }
}
