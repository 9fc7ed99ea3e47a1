package io.sardonyx.cli.option;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Base of the commands on a cluster: the options {@code --store}, {@code --timeout} and {@code --json}, in this order
 * and before those of the command itself.
 *
 * <p>What a command throws becomes its exit code by {@link ExitCodes}; its help page lists those that it may end with.
 */
public abstract class ClusterCommand implements Callable<Integer> {

    @Spec
    protected CommandSpec spec;

    @Mixin
    protected final StoreOption store = new StoreOption();

    @Mixin
    protected final JsonOption json = new JsonOption();
}
