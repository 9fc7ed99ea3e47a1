package io.sardonyx.cli.log;

import io.sardonyx.cli.option.LongOption;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The printer of log entries: as a sentence, or as JSON with whether the entry changed anything.
 *
 * @param <S> what the log folds to
 */
public final class EntryPrinter<S> {

    private final EntryForm<S> form;
    private final PrintWriter out;
    private final TextStyle style;
    private final boolean json;
    private final LongOption length;

    EntryPrinter(EntryForm<S> form, CommandSpec spec, boolean json, LongOption length) {
        this.form = form;
        this.out = spec.commandLine().getOut();
        this.style = TextStyle.of(spec);
        this.json = json;
        this.length = length;
    }

    void show(Entry<S> entry, Change<S> change) {
        if (json) {
            write(form, entry, change, out);
        } else {
            out.println(length.line(form.sentence(entry, change, style)));
        }
    }

    /** The command of an entry and its changes as one line, with whole ids. */
    public static String sentence(Entry<Replica> entry, Change<Replica> change, TextStyle style) {
        return EntryForm.COMMANDS.sentence(entry, change, style);
    }

    /** Writes an entry as one line of JSON. */
    public static void write(Entry<Replica> entry, Change<Replica> change, PrintWriter out) {
        write(EntryForm.COMMANDS, entry, change, out);
    }

    private static <S> void write(EntryForm<S> form, Entry<S> entry, Change<S> change, PrintWriter out) {
        JsonOut line = Json.onto(out).begin().number("position", entry.position());
        form.write(entry, line);
        GroupId author = entry.author();
        if (author != null) {
            line.text("author", author);
            if (form == EntryForm.COMMANDS) {
                line.number("sequence", entry.sequence());
            }
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
