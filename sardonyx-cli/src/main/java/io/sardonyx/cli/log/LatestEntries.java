package io.sardonyx.cli.log;

import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.util.List;
import java.util.TreeMap;

/** A bounded buffer of the latest log entries, sorted by position, from several readers in any order. Thread-safe. */
public final class LatestEntries implements AdminClient.LogListener, LogScanner.Reader<Replica> {

    private static final int KEPT = 20;

    private final TextStyle style;
    private final TreeMap<Long, Shown> kept = new TreeMap<>();

    /** An entry, formatted only when it is displayed. */
    private record Shown(Entry<Replica> entry, Change<Replica> change) {}

    public LatestEntries(TextStyle style) {
        this.style = style;
    }

    @Override
    public synchronized void read(Entry<Replica> entry, Change<Replica> change) {
        kept.put(entry.position(), new Shown(entry, change));
        if (kept.size() > KEPT) {
            kept.pollFirstEntry();
        }
    }

    /** The entries as lines, the oldest first. */
    public synchronized List<String> lines() {
        return kept.values().stream()
                .map(shown -> EntryPrinter.sentence(shown.entry, shown.change, style))
                .toList();
    }
}
