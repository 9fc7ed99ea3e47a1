package io.sardonyx.cli;

import io.sardonyx.cli.option.Configuration;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.OneLine;
import io.sardonyx.value.text.Spelling;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error messages for invalid command lines and settings: one line with the reason and a pointer to the help page. */
final class UsageErrors {

    private static final int MAX_LENGTH = 600;

    private UsageErrors() {}

    static int explain(ParameterException fault, String[] args) {
        CommandLine command = fault.getCommandLine();
        String line = fault.getCause() instanceof BadInput
                ? String.valueOf(fault.getMessage())
                : message(fault) + guess(fault) + "; see "
                        + command.getCommandSpec().qualifiedName() + " --help";
        command.getErr().println("sardonyx: " + OneLine.of(line, MAX_LENGTH));
        return CommandLine.ExitCode.USAGE;
    }

    /**
     * The message; a value from an environment variable or the configuration file is reported under that name, not as
     * an option.
     */
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

    /** A suggestion for a misspelt option or command. */
    private static String guess(ParameterException fault) {
        if (!(fault instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        List<String> guesses = unmatched.getSuggestions();
        if (guesses.isEmpty()) {
            Set<String> commands = fault.getCommandLine().getSubcommands().keySet();
            guesses = Spelling.nearest(unmatched.getUnmatched().get(0), commands).stream()
                    .toList();
        }
        return guesses.isEmpty() ? "" : " (did you mean " + String.join(" or ", guesses) + "?)";
    }
}
