package io.sardonyx.cli.log;

import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.command.Command;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.replay.Replay;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.SortedTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The printer of log entries: as a sentence, or as JSON with whether the entry changed anything. */
public final class EntryPrinter {

    private final PrintWriter out;
    private final TextStyle style;
    private final boolean json;
    private final LongOption length;

    EntryPrinter(CommandSpec spec, boolean json, LongOption length) {
        this.out = spec.commandLine().getOut();
        this.style = TextStyle.of(spec);
        this.json = json;
        this.length = length;
    }

    void show(Entry<Replica> entry, Change<Replica> change) {
        if (json) {
            write(entry, change, out);
        } else {
            out.println(length.line(sentence(entry, change, style)));
        }
    }

    /** The command of an entry and its changes as one line, with whole ids. */
    public static String sentence(Entry<Replica> entry, Change<Replica> change, TextStyle style) {
        var line = new StringWriter();
        var replayed = new Replay.ReplayedEntry(entry.position(), (Command) entry.step(), change, SortedTable.empty());
        new ReplayPrinter.AsText(new PrintWriter(line, true), style).show(replayed);
        return line.toString().stripTrailing();
    }

    /** Writes an entry as one line of JSON. */
    public static void write(Entry<Replica> entry, Change<Replica> change, PrintWriter out) {
        Command command = (Command) entry.step();
        JsonOut line = Json.onto(out).begin().number("position", entry.position());
        CommandCodec.write(command, line);
        GroupId author = entry.author();
        if (author != null) {
            line.text("author", author).number("sequence", entry.sequence());
        }
        Provenance provenance = entry.provenance();
        text(line, "at", provenance.at());
        text(line, "by", provenance.by());
        text(line, "via", provenance.via());
        line.flag("changed", change.happened()).end().newLine();
    }

    private static void text(JsonOut line, String key, @Nullable Object value) {
        if (value != null) {
            line.text(key, value);
        }
    }

    /** Flushes the output. */
    void flush() {
        out.flush();
    }
}
