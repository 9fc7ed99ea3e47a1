package io.sardonyx.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Help pages: sets the options, headings and version that are common to all commands. */
final class HelpPage {

    private HelpPage() {}

    /** Configures a command and all its subcommands. */
    static CommandLine everywhere(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.mixinStandardHelpOptions(true).versionProvider(new Version());
        UsageMessageSpec page = spec.usageMessage().synopsisSubcommandLabel("COMMAND");
        if (!command.getSubcommands().isEmpty()) {
            page.exitCodeList(spec.root().usageMessage().exitCodeList()); // a group has the exit codes of its commands
        }
        if (!page.exitCodeList().isEmpty()) {
            page.exitCodeListHeading("%nExit codes:%n");
        }
        for (CommandLine subcommand : command.getSubcommands().values()) {
            everywhere(subcommand);
            if (page.footer().length == 0) {
                page.footer("  $ " + subcommand.getCommandSpec().qualifiedName() + " --help");
            }
        }
        if (page.footer().length > 0) {
            page.footerHeading("%nExample:%n");
        }
        return command;
    }
}
