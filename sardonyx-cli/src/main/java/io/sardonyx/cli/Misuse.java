package io.sardonyx.cli;

import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.OneLine;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A call that cannot be understood, or a setting that cannot be used; one line says why and where to read on. */
final class Misuse {

    private static final int MAX_LENGTH = 600;

    private Misuse() {}

    static int explain(ParameterException fault, String[] args) {
        CommandLine command = fault.getCommandLine();
        String line = fault.getCause() instanceof BadInput
                ? String.valueOf(fault.getMessage())
                : message(fault) + guess(fault) + "; see "
                        + command.getCommandSpec().qualifiedName() + " --help";
        command.getErr().println("sardonyx: " + OneLine.of(line, MAX_LENGTH));
        return CommandLine.ExitCode.USAGE;
    }

    /** A value from a variable or a file is blamed on that, not on an option which nobody wrote. */
    private static String message(ParameterException fault) {
        String message = String.valueOf(fault.getMessage());
        if (!(fault.getArgSpec() instanceof OptionSpec option)) {
            return message;
        }
        String name = Configuration.of(option.command()).nameOf(option.longestName());
        int colon = message.indexOf("': ");
        return name.startsWith("--") || colon < 0
                ? message
                : "Invalid value for " + name + ": " + message.substring(colon + 3);
    }

    private static String guess(ParameterException fault) {
        List<String> guesses =
                fault instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        return guesses.isEmpty() ? "" : " (did you mean " + String.join(" or ", guesses) + "?)";
    }
}
