package io.sardonyx.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What the help of all commands has in common: its options, its headings, the version. */
final class HelpPage {

    private HelpPage() {}

    static CommandLine everywhere(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.mixinStandardHelpOptions(true).versionProvider(new Version());
        spec.usageMessage().exitCodeListHeading("%nExit codes:%n").synopsisSubcommandLabel("COMMAND");
        if (spec.usageMessage().footer().length > 0) {
            spec.usageMessage().footerHeading("%nExample:%n");
        }
        command.getSubcommands().values().forEach(HelpPage::everywhere);
        return command;
    }
}
