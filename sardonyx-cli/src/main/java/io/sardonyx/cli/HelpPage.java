package io.sardonyx.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the help of all commands has in common: its options, its headings, the version. */
final class HelpPage {

    private HelpPage() {}

    static CommandLine everywhere(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.mixinStandardHelpOptions(true).versionProvider(new Version());
        UsageMessageSpec page = spec.usageMessage().synopsisSubcommandLabel("COMMAND");
        if (!command.getSubcommands().isEmpty()) {
            page.exitCodeList(spec.root().usageMessage().exitCodeList()); // a group ends as its commands do
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
