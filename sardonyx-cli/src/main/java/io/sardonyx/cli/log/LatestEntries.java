package io.sardonyx.cli.log;

import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.Client;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.util.List;
import java.util.TreeMap;

/** The last entries of a log as lines, whoever reads them and in whatever order; for any thread. */
public final class LatestEntries implements Client.LogListener, LogScanner.Reader {

    private static final int KEPT = 20;

    private final TextStyle paint;
    private final TreeMap<Long, Shown> kept = new TreeMap<>();

    /** Made into a line only when somebody wants to see it. */
    private record Shown(Entry<Replica> entry, Change<Replica> change) {}

    public LatestEntries(TextStyle paint) {
        this.paint = paint;
    }

    @Override
    public synchronized void read(Entry<Replica> entry, Change<Replica> change) {
        kept.put(entry.position(), new Shown(entry, change));
        if (kept.size() > KEPT) {
            kept.pollFirstEntry();
        }
    }

    /** The oldest first. */
    public synchronized List<String> lines() {
        return kept.values().stream()
                .map(shown -> EntryPrinter.sentence(shown.entry, shown.change, paint))
                .toList();
    }
}
