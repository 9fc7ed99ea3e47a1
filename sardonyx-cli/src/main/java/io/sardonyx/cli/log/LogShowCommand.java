package io.sardonyx.cli.log;

import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code log show}: prints a range of log entries and their changes. */
@Command(
        name = "show",
        description = "Shows the entries of a cluster's log and what each did, as far back as the log goes.",
        sortOptions = false,
        footer = "  $ sardonyx log show --store file:/tmp/cluster --from 12",
        exitCodeList = {"0:done", "1:an entry cannot be read", "2:bad input", "3:the store does not answer"})
final class LogShowCommand extends ClusterCommand {

    @Option(names = "--from", paramLabel = "N", description = "The first entry to show.")
    private long from;

    @Option(names = "--to", paramLabel = "N", description = "The last entry to show.")
    private long to = Long.MAX_VALUE;

    @Mixin
    private final LongOption length = new LongOption();

    @Override
    public Integer call() {
        var printer = new EntryPrinter(spec, json.isGiven(), length);
        store.read(to, new LogScanner.Reader() {
            @Override
            public void begins(ReplicaView origin) {
                if (from <= origin.position()) {
                    Warnings.print(spec, "entries up to " + origin.position() + " are trimmed");
                }
            }

            @Override
            public void read(Entry<Replica> entry, Change<Replica> change) {
                if (entry.position() >= from) {
                    printer.show(entry, change);
                }
            }
        });
        printer.flush();
        return 0;
    }
}
