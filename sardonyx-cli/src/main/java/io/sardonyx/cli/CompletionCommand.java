package io.sardonyx.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code completion}: prints a completion script for Bash and zsh. */
@Command(
        name = CompletionCommand.NAME,
        description = "Prints a script that completes commands, options and their values in Bash and zsh.",
        footer = {
            "  $ sardonyx completion > ~/.sardonyx-completion",
            "  $ . ~/.sardonyx-completion",
            "",
            "The second line belongs into ~/.bashrc or ~/.zshrc. What the script knows is of this version."
        },
        exitCodeList = {"0:done", "2:bad input"})
final class CompletionCommand implements Runnable {

    static final String NAME = "completion";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
    }
}
