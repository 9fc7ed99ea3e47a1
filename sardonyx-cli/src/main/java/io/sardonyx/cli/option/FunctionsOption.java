package io.sardonyx.cli.option;

import io.sardonyx.function.Functions;
import io.sardonyx.json.BadInput;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options {@code --jar} and {@code --allow}: jars with the functions of jobs, and an allowlist of their classes.
 */
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

    /** The allowed functions of the jars, for jobs that anyone with access to the store may submit. */
    public Functions forAnyJob() {
        try {
            return Functions.in(jars, allowed);
        } catch (IllegalArgumentException e) {
            throw new BadInput(Configuration.of(spec).nameOf("--jar") + ": " + e.getMessage(), e);
        }
    }

    /** The functions of the class path if no jar is given: a job that the user runs himself needs no restriction. */
    public Functions forOwnJobs() {
        return jars.isEmpty() && allowed.isEmpty() ? Functions.onClassPath() : forAnyJob();
    }
}
