package io.sardonyx.cli.option;

import io.sardonyx.function.FunctionLoader;
import io.sardonyx.json.BadInput;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the functions of jobs come from. */
public final class FunctionsOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--jar",
            paramLabel = "FILE",
            split = ",",
            description = "Where the functions of jobs are, again for each jar.")
    private List<Path> jars = List.of();

    @Setting
    @Option(
            names = "--allow",
            paramLabel = "PREFIX",
            split = ",",
            description = "A package or class that functions may be of, again for each; by default all of the jars.")
    private List<String> allowed = List.of();

    /** Those of the jars, as far as they are allowed: the submitter of a job is not trusted. */
    public FunctionLoader forAnyJob() {
        try {
            return FunctionLoader.in(jars, allowed);
        } catch (IllegalArgumentException e) {
            throw new BadInput(Configuration.of(spec).nameOf("--jar") + ": " + e.getMessage(), e);
        }
    }

    /** Whether it is said where functions are. */
    public boolean areGiven() {
        return !jars.isEmpty() || !allowed.isEmpty();
    }

    /** Without any jar those of the program itself, for who runs a job of his own needs no protection from it. */
    public FunctionLoader forOwnJobs() {
        return areGiven() ? forAnyJob() : FunctionLoader.onClassPath();
    }
}
