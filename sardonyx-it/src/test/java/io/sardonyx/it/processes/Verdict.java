package io.sardonyx.it.processes;

import java.time.Duration;
import java.util.List;

/**
 * How an ordeal ended.
 *
 * @param replays roots that inputs emitted again; what a new reader reads again is not among them
 */
record Verdict(Ordeal ordeal, List<Blow> blows, long replays, Written written, Duration took) {

    /**
     * A strike, and how things were just before.
     *
     * @param openRoots as far as they were told, some seconds old
     * @param replays until then
     */
    record Blow(Strike strike, long openRoots, long replays) {}

    Verdict {
        blows = List.copyOf(blows);
    }

    /** A line for each strike, and the sums. */
    String table() {
        var text = new StringBuilder(
                "%8s  %-14s %5s %10s %13s%n".formatted("at s", "strike", "place", "open roots", "replays after"));
        for (int i = 0; i < blows.size(); i++) {
            Blow blow = blows.get(i);
            long later = i + 1 < blows.size() ? blows.get(i + 1).replays() : replays;
            text.append("%8.1f  %-14s %5d %,10d %,13d%n"
                    .formatted(
                            blow.strike.at().toMillis() / 1e3,
                            blow.strike,
                            blow.strike.place(),
                            blow.openRoots,
                            later - blow.replays));
        }
        return text.append(sums()).toString();
    }

    private String sums() {
        double open = blows.stream().mapToLong(Blow::openRoots).average().orElse(0);
        int strikes = Math.max(1, blows.size());
        return """
                %,d segments over %s in %.1f s: %d kills, %d stops
                lost %,d, foreign %,d, repeated %,d (%,d a strike), files left behind %,d
                replays %,d, %.1f a strike, against %.1f roots open at a time
                """.formatted(
                        ordeal.segments(),
                        ordeal.bind(),
                        took.toMillis() / 1e3,
                        ordeal.kills(),
                        ordeal.stops(),
                        written.lost(),
                        written.foreign(),
                        written.repeated(),
                        written.repeated() / strikes,
                        written.leftovers(),
                        replays,
                        (double) replays / strikes,
                        open);
    }
}
