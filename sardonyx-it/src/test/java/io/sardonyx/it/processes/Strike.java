package io.sardonyx.it.processes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Something bad that happens to a process.
 *
 * @param place whose process it happens to
 * @param at how long after the beginning
 * @param lasting until another process is started in its place, or it is resumed
 */
record Strike(Kind kind, int place, Duration at, Duration lasting) {

    enum Kind {
        /** SIGKILL, and later another process. */
        KILL,
        /** SIGSTOP, and later SIGCONT. */
        STOP
    }

    static final Duration SHORTEST_STOP = Duration.ofSeconds(5);

    private static final int SHORTEST_GAP_MILLIS = 2_000;
    private static final int LONGEST_GAP_MILLIS = 8_000;

    /** All strikes of a trial in the order of time; a place has a process again before the next one comes. */
    static List<Strike> plan(Ordeal ordeal, int places) {
        var random = new Random(ordeal.seed());
        var kinds = new ArrayList<Kind>();
        kinds.addAll(Collections.nCopies(ordeal.kills(), Kind.KILL));
        kinds.addAll(Collections.nCopies(ordeal.stops(), Kind.STOP));
        Collections.shuffle(kinds, random);
        var strikes = new ArrayList<Strike>();
        int shortest = (int) SHORTEST_STOP.toMillis();
        int longest = (int) ordeal.longestStop().toMillis();
        long millis = 0;
        for (Kind kind : kinds) {
            millis += between(random, SHORTEST_GAP_MILLIS, LONGEST_GAP_MILLIS);
            int lasting = kind == Kind.KILL
                    ? between(random, 0, SHORTEST_GAP_MILLIS - 500)
                    : between(random, shortest, longest);
            strikes.add(
                    new Strike(kind, random.nextInt(places), Duration.ofMillis(millis), Duration.ofMillis(lasting)));
        }
        return strikes;
    }

    private static int between(Random random, int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    Duration until() {
        return at.plus(lasting);
    }

    @Override
    public String toString() {
        return kind == Kind.KILL ? "kill" : "stop for %.1f s".formatted(lasting.toMillis() / 1e3);
    }
}
