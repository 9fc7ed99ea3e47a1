package io.sardonyx.cli.log;

import io.sardonyx.answer.RewindHistory;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.RosterView;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Lines;
import io.sardonyx.replay.Replay;
import io.sardonyx.value.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code log replay}: folds a file of entries and prints each entry's changes and reactions. */
@Command(
        name = "replay",
        description = "Folds entries one after another and shows what each does and who must answer it.",
        sortOptions = false,
        footer = {
            "  $ cat join.jsonl",
            "  {\"position\": 0, \"fn\": \"prepare-join-cluster\", \"args\": {\"joiner\": \"a\"}}",
            "  {\"position\": 1, \"fn\": \"prepare-join-cluster\", \"args\": {\"joiner\": \"b\"}}",
            "  $ sardonyx log replay join.jsonl"
        },
        exitCodeList = {"0:done", "1:the work failed", "2:bad input; the entries before it were shown"})
final class ReplayCommand implements Callable<Integer> {

    /** Entries between two checks for a broken pipe. */
    private static final int ENTRIES_PER_CHECK = 64;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object a line: position, fn, changed, replica, reactions.")
    private boolean json;

    @Option(
            names = "--from",
            paramLabel = "REPLICA.json",
            description = "Begin with this replica, or roster; partial or not.")
    private @Nullable String from;

    @Mixin
    private final LogOption log = new LogOption();

    @Parameters(
            paramLabel = "ENTRIES.jsonl",
            description = {
                "One entry a line: position, fn, args and, if processes no longer read, their ids in dead.",
                "The positions are dense. An exported history may begin with an origin.",
                "- reads standard input."
            })
    private String entries;

    /** Unknown keys that were warned of already. */
    private final Set<String> warned = new TreeSet<>();

    @Override
    public Integer call() {
        var input = new InputFile(entries);
        if (input.isPiped() && "-".equals(from)) {
            throw new BadInput("replica and entries cannot both come from standard input");
        }
        if (log.isCoordinators()) {
            return input.read(new EventReplay(spec, json, roster())::run);
        }
        ReplicaView start = from == null ? ReplicaView.EMPTY : new InputFile(from).readDocument(ReplicaView::read);
        PrintWriter out = spec.commandLine().getOut();
        ReplayPrinter printer =
                json ? new ReplayPrinter.AsJson(out) : new ReplayPrinter.AsText(out, TextStyle.of(spec));
        return input.read(stream -> replay(stream, start, printer));
    }

    private RosterView roster() {
        return from == null ? RosterView.EMPTY : new InputFile(from).readDocument(RosterView::read);
    }

    private int replay(InputStream stream, ReplicaView start, ReplayPrinter printer) throws IOException {
        var lines = new Lines(stream);
        long count = 0;
        boolean begun = false;
        Replay replay = new Replay(start);
        var rewinds = new RewindHistory();
        try {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                Optional<ReplicaView> origin = lines.number() == 1 ? EntryLine.readOrigin(line) : Optional.empty();
                if (origin.isPresent()) {
                    replay = new Replay(origin.get());
                    begun = true;
                    continue;
                }
                EntryLine entry = EntryLine.read(line);
                warn(lines.number(), entry);
                Replay.ReplayedEntry replayed = replay.next(entry.entry(), entry.dead());
                printer.show(replayed, rewinds.next(entry.entry(), replayed.change()));
                if (++count % ENTRIES_PER_CHECK == 0
                        && spec.commandLine().getOut().checkError()) {
                    return 0;
                }
            }
        } catch (BadInput e) {
            throw e.in("line " + lines.number());
        }
        if (count == 0 && !begun) {
            throw new BadInput("has no entries");
        }
        printer.end(replay.now(), count);
        return 0;
    }

    private void warn(long line, EntryLine entry) {
        for (String key : entry.unknown()) {
            if (warned.add(key)) {
                String hint = Spelling.didYouMean(key, EntryLine.KEYS);
                Warnings.print(spec, "line " + line + ": an entry has no key \"" + key + "\"" + hint);
            }
        }
    }
}
