package io.sardonyx.cli;

import io.sardonyx.codec.CommandCodec;
import io.sardonyx.codec.Json;
import io.sardonyx.codec.JsonOut;
import io.sardonyx.command.Command;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.replay.Replayed;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.SortedTable;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** How an entry of a running cluster is shown: as a sentence, or as it is stored and whether it changed anything. */
final class EntryForm {

    private final PrintWriter out;
    private final ReadableReplay sentences;
    private final boolean json;

    EntryForm(CommandSpec spec, boolean json) {
        this(spec.commandLine().getOut(), Paint.of(spec), json);
    }

    EntryForm(PrintWriter out, Paint paint, boolean json) {
        this.out = out;
        this.sentences = new ReadableReplay(out, paint);
        this.json = json;
    }

    void show(Entry<Replica> entry, Change<Replica> change) {
        Command command = (Command) entry.step();
        if (!json) {
            sentences.show(new Replayed(entry.position(), command, change, SortedTable.empty()));
            return;
        }
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

    /** Hands out what was shown, so that a reader sees it now. */
    void flush() {
        out.flush();
    }
}
