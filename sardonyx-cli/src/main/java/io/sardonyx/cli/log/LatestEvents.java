package io.sardonyx.cli.log;

import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import java.util.ArrayDeque;
import java.util.List;

/** A bounded buffer of the latest events of the coordinator's log. */
public final class LatestEvents implements LogScanner.Reader<Roster> {

    private record Shown(Entry<Roster> entry, Change<Roster> change) {}

    private final int kept;
    private final ArrayDeque<Shown> latest = new ArrayDeque<>();

    /** @param kept how many it keeps */
    public LatestEvents(int kept) {
        this.kept = kept;
    }

    @Override
    public void read(Entry<Roster> entry, Change<Roster> change) {
        latest.addLast(new Shown(entry, change));
        if (latest.size() > kept) {
            latest.removeFirst();
        }
    }

    /** The events as lines, the oldest first. */
    public List<String> lines(TextStyle style) {
        return latest.stream()
                .map(shown -> EntryForm.EVENTS.sentence(shown.entry, shown.change, style))
                .toList();
    }

    /** Writes the list {@code events} into an open object. */
    public void write(JsonOut out) {
        out.beginList("events");
        latest.forEach(shown -> {
            EntryForm.EVENTS.write(shown.entry, out.begin().number("position", shown.entry.position()));
            out.end();
        });
        out.endList();
    }
}
