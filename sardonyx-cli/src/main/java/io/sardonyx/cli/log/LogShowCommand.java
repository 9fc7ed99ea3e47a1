package io.sardonyx.cli.log;

import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
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

    @Mixin
    private final LogOption log = new LogOption();

    @Override
    public Integer call() {
        if (log.isCoordinators()) {
            store.readEvents(to, new Range<>(EntryForm.EVENTS));
        } else {
            store.read(to, new Range<>(EntryForm.COMMANDS));
        }
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** Prints the entries from the first one that is wanted on. */
    private final class Range<S> implements LogScanner.Reader<S> {

        private final EntryPrinter<S> printer;

        Range(EntryForm<S> form) {
            this.printer = new EntryPrinter<>(form, spec, json.isGiven(), length);
        }

        @Override
        public void begins(S origin, long position) {
            if (from <= position) {
                Warnings.print(spec, "entries up to " + position + " are trimmed");
            }
        }

        @Override
        public void read(Entry<S> entry, Change<S> change) {
            if (entry.position() >= from) {
                printer.show(entry, change);
            }
        }
    }
}
