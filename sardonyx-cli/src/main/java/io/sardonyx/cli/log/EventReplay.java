package io.sardonyx.cli.log;

import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.RosterView;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Lines;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;

/** The replay of a coordinator's log: folds its events, and shows what each does and what a leader would append. */
final class EventReplay {

    private final PrintWriter out;
    private final TextStyle style;
    private final boolean json;
    private RosterView now;

    EventReplay(CommandSpec spec, boolean json, RosterView start) {
        this.out = spec.commandLine().getOut();
        this.style = TextStyle.of(spec);
        this.json = json;
        this.now = start;
    }

    /** Replays lines; the exit code. */
    int run(InputStream stream) throws IOException {
        var lines = new Lines(stream);
        long count = 0;
        boolean begun = false;
        try {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                Optional<RosterView> origin = lines.number() == 1 ? EntryLine.readRoster(line) : Optional.empty();
                if (origin.isPresent()) {
                    now = origin.get();
                    begun = true;
                } else {
                    next(EntryLine.readEvent(line));
                    count++;
                }
            }
        } catch (BadInput e) {
            throw e.in("line " + lines.number());
        }
        if (count == 0 && !begun) {
            throw new BadInput("has no entries");
        }
        end(count);
        return 0;
    }

    private void next(Entry<Roster> entry) {
        if (now.position() != RosterView.NO_POSITION && entry.position() != now.position() + 1) {
            throw new BadInput("position " + entry.position() + " does not follow " + now.position() + "; the next is "
                    + (now.position() + 1));
        }
        var change = new Change<>(now.roster(), entry.step().apply(now.roster(), entry.position()));
        now = new RosterView(change.after(), entry.position());
        List<Event> owed = CoordinatorDuties.of(change.after()).owed();
        if (json) {
            write(entry, change, owed);
        } else {
            out.println(EntryForm.EVENTS.sentence(entry, change, style)
                    + (owed.isEmpty() ? "" : style.answer(" -> the coordinator " + names(owed))));
        }
    }

    private static String names(List<Event> owed) {
        var counts = new TreeMap<String, Integer>();
        owed.forEach(event -> counts.merge(EventCodec.nameOf(event), 1, Integer::sum));
        return String.join(
                " and ",
                counts.entrySet().stream()
                        .map(it -> it.getKey() + (it.getValue() == 1 ? "" : " x" + it.getValue()))
                        .toList());
    }

    private void write(Entry<Roster> entry, Change<Roster> change, List<Event> owed) {
        JsonOut line = Json.onto(out)
                .begin()
                .number("position", entry.position())
                .text("fn", EventCodec.nameOf((Event) entry.step()))
                .flag("changed", change.happened())
                .begin("roster");
        now.write(line);
        line.end().beginList("owed");
        owed.forEach(event -> {
            EventCodec.write(event, line.begin());
            line.end();
        });
        line.endList().end().newLine();
    }

    private void end(long entries) {
        if (!json) {
            Roster roster = now.roster();
            long living = roster.peers().values().stream()
                    .filter(peer -> peer.state().isLiving())
                    .count();
            out.println();
            out.println((entries == 1 ? "1 entry" : entries + " entries") + ", now at position " + now.position() + ": "
                    + Phrases.count(living, "living peer") + " ("
                    + roster.idle().size() + " idle), "
                    + Phrases.count(roster.jobs().size(), "job") + ", "
                    + roster.finished().size() + " finished");
            out.println("sha256 " + ReplicaHash.of(now));
        }
        out.flush();
    }
}
