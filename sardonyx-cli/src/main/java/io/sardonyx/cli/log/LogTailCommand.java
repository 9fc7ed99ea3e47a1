package io.sardonyx.cli.log;

import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.cli.option.LongOption;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.port.Store;
import java.util.ArrayDeque;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code log tail}: prints the last log entries, and new ones as they are appended. */
@Command(
        name = "tail",
        description = "Shows the last entries of a cluster's log, and new ones as they come, until it is interrupted.",
        sortOptions = false,
        footer = "  $ sardonyx log tail --store file:/tmp/cluster --last 20",
        exitCodeList = {
            "0:nobody reads any more",
            "1:an entry cannot be read",
            "2:bad input",
            "3:the store does not answer",
            "130:interrupted"
        })
final class LogTailCommand extends ClusterCommand {

    @Option(names = "--last", paramLabel = "N", description = "How many entries to begin with (${DEFAULT-VALUE}).")
    private int last = 10;

    @Mixin
    private final LongOption length = new LongOption();

    @Mixin
    private final LogOption log = new LogOption();

    @Override
    public Integer call() {
        if (last < 0 || last > 100_000) {
            throw new BadInput("--last is between 0 and 100000, not " + last);
        }
        store.founded(Long.MAX_VALUE);
        try (Store opened = store.open()) {
            if (log.isCoordinators()) {
                follow(LogScanner.ofCoordinator(opened, store.coordinated()), EntryForm.EVENTS);
            } else {
                follow(LogScanner.ofCluster(opened), EntryForm.COMMANDS);
            }
        }
        return 0;
    }

    private <S> void follow(LogScanner<S> scanner, EntryForm<S> form) {
        var tail = new Tail<>(new EntryPrinter<>(form, spec, json.isGiven(), length), last);
        scanner.follow(tail, () -> !spec.commandLine().getOut().checkError());
    }

    /** Buffers the last entries until the end of the log is reached, then prints each entry at once. */
    private static final class Tail<S> implements LogScanner.Reader<S> {

        private record Shown<S>(Entry<S> entry, Change<S> change) {}

        private final EntryPrinter<S> printer;
        private final int last;
        private final ArrayDeque<Shown<S>> kept = new ArrayDeque<>();

        /** Whether the backlog was read; from then on entries are new. */
        private boolean reachedEnd;

        Tail(EntryPrinter<S> printer, int last) {
            this.printer = printer;
            this.last = last;
        }

        @Override
        public void read(Entry<S> entry, Change<S> change) {
            if (reachedEnd) {
                printer.show(entry, change);
                return;
            }
            kept.addLast(new Shown<>(entry, change));
            if (kept.size() > last) {
                kept.removeFirst();
            }
        }

        @Override
        public void ends(S end, long position) {
            reachedEnd = true;
            kept.forEach(shown -> printer.show(shown.entry, shown.change));
            kept.clear();
            printer.flush();
        }
    }
}
