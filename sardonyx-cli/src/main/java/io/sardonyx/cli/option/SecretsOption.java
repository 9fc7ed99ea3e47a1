package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.secret.Secrets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option {@code --secrets}: which secrets jobs may refer to in this process. */
public final class SecretsOption {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Setting
    @Option(
            names = "--secrets",
            paramLabel = "PATTERN",
            split = ",",
            description = "What jobs may refer to, again for each: env:DB_*, file:/run/secrets/*; by default nothing.")
    private List<String> patterns = List.of();

    /**
     * The secrets that match.
     *
     * @throws BadInput that names the option
     */
    public Secrets allowed() {
        try {
            return Secrets.allowing(patterns);
        } catch (IllegalArgumentException e) {
            throw new BadInput(Configuration.of(spec).nameOf("--secrets") + ": " + e.getMessage(), e);
        }
    }
}
