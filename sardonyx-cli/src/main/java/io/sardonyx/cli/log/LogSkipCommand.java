package io.sardonyx.cli.log;

import io.sardonyx.cli.option.ClusterCommand;
import io.sardonyx.client.admin.EntrySkipper;
import io.sardonyx.follow.ReadPositions;
import io.sardonyx.follow.SkippedEntries.Skip;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code log skip}: skips a damaged entry, so that readers of the log can go on behind it. */
@Command(
        name = "skip",
        description = {
            "Skips a damaged entry of a cluster's log, or of its coordinator's. What it said is lost; all who read the",
            "log go on behind it as if it had changed nothing. Only bytes that are not what was appended can be",
            "skipped, never an entry of a newer program, and none that a living member or coordinator has read. It",
            "waits some seconds for what these say."
        },
        sortOptions = false,
        footer = {
            "  $ sardonyx log skip --store file:/tmp/cluster --at 41",
            "  $ sardonyx log skip --store file:/tmp/cluster --log coordinator --at 7"
        },
        exitCodeList = {
            "0:it is skipped, or was before",
            "2:bad input, no such entry, or it is not damaged",
            "3:the store does not answer",
            "4:refused, because a living member or coordinator has read it"
        })
final class LogSkipCommand extends ClusterCommand {

    /** Exit code when a living member or coordinator has read the entry. */
    private static final int REFUSED = 4;

    @Option(names = "--at", paramLabel = "N", required = true, description = "The entry to skip.")
    private long at;

    @Option(names = "--by", paramLabel = "NAME", description = "Who wants it; the name of the user by default.")
    private String by = System.getProperty("user.name", "somebody");

    @Mixin
    private final LogOption log = new LogOption();

    @Override
    public Integer call() {
        if (at < 0) {
            throw new BadInput("--at is the position of an entry, 0 or more, not " + at);
        }
        try (Store opened = store.open()) {
            EntrySkipper skipper = log.isCoordinators()
                    ? EntrySkipper.ofCoordinator(opened, store.coordinated(), store.timeout())
                    : new EntrySkipper(opened, store.timeout());
            EntrySkipper.Verdict verdict = skipper.skip(at, by, ReadPositions.EVERY.plusSeconds(1));
            Skip skip = verdict.skip();
            json.print(
                    out -> {
                        out.number("position", at).flag("skipped", skip != null);
                        if (skip != null) {
                            out.text("hash", skip.hash())
                                    .text("fault", skip.fault())
                                    .text("by", skip.by());
                        } else {
                            out.text("refused", String.valueOf(verdict.refusal()));
                        }
                    },
                    out -> out.println(
                            skip == null
                                    ? "entry " + at + " is not skipped: " + verdict.refusal()
                                    : "entry " + at + " is skipped by " + skip.by() + ": " + skip.fault()
                                            + "; start the processes that stopped there again"));
            return skip == null ? REFUSED : 0;
        }
    }
}
