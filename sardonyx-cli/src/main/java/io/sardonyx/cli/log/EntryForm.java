package io.sardonyx.cli.log;

import io.sardonyx.answer.RosterDifferences;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.command.Command;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replay.Replay;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.table.SortedTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * How the entries of a log are shown: those of the cluster's, or those of the coordinator's.
 *
 * @param <S> what the log folds to
 */
interface EntryForm<S> {

    /** The entry and its changes as one line, with whole ids. */
    String sentence(Entry<S> entry, Change<S> change, TextStyle style);

    /** Writes {@code fn} and {@code args} into an open object. */
    void write(Entry<S> entry, JsonOut out);

    /** Of the cluster's log. */
    EntryForm<Replica> COMMANDS = new EntryForm<>() {
        @Override
        public String sentence(Entry<Replica> entry, Change<Replica> change, TextStyle style) {
            var line = new StringWriter();
            var replayed =
                    new Replay.ReplayedEntry(entry.position(), (Command) entry.step(), change, SortedTable.empty());
            new ReplayPrinter.AsText(new PrintWriter(line, true), style).show(replayed, List.of());
            return line.toString().stripTrailing();
        }

        @Override
        public void write(Entry<Replica> entry, JsonOut out) {
            CommandCodec.write((Command) entry.step(), out);
        }
    };

    /** Of the coordinator's log. */
    EntryForm<Roster> EVENTS = new EntryForm<>() {
        @Override
        public String sentence(Entry<Roster> entry, Change<Roster> change, TextStyle style) {
            Event event = (Event) entry.step();
            List<String> changes = RosterDifferences.between(change.before(), change.after());
            return ReplayPrinter.line(
                    entry.position(),
                    EventCodec.nameOf(event),
                    ReplayPrinter.keyArguments(out -> EventCodec.write(event, out)),
                    ReplayPrinter.effects(changes, change.happened(), style),
                    style);
        }

        @Override
        public void write(Entry<Roster> entry, JsonOut out) {
            EventCodec.write((Event) entry.step(), out);
        }
    };
}
