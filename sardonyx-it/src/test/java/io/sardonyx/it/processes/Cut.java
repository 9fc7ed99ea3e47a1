package io.sardonyx.it.processes;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Packets between two hosts that do not arrive for a while.
 *
 * @param percent how many of a hundred
 * @param bothWays whether those from the second to the first are dropped, too
 */
record Cut(int from, int to, int percent, boolean bothWays, Duration lasting) {

    private static final int ALL = 100;

    /** One way and both ways between any two hosts, in some order, of lengths from a second on. */
    static List<Cut> plan(int hosts, Duration longest, long seed) {
        var random = new Random(seed);
        var pairs = new ArrayList<int[]>();
        for (int one = 0; one < hosts; one++) {
            for (int other = 0; other < one; other++) {
                pairs.add(random.nextBoolean() ? new int[] {one, other} : new int[] {other, one});
            }
        }
        int count = 2 * pairs.size();
        var lengths = new ArrayList<Duration>();
        for (int i = 0; i < count; i++) {
            double seconds = Math.pow(Math.max(1, longest.toMillis() / 1e3), i / (count - 1.0));
            lengths.add(Duration.ofMillis((long) (1e3 * seconds)));
        }
        Collections.shuffle(lengths, random);
        var cuts = new ArrayList<Cut>();
        for (int i = 0; i < count; i++) {
            int[] pair = pairs.get(i / 2);
            cuts.add(new Cut(pair[0], pair[1], ALL, i % 2 == 0, lengths.get(i)));
        }
        Collections.shuffle(cuts, random);
        return cuts;
    }

    void begin(Net net) throws IOException {
        drop(net, percent);
    }

    void heal(Net net) throws IOException {
        drop(net, 0);
    }

    private void drop(Net net, int share) throws IOException {
        net.drop(from, to, share);
        if (bothWays) {
            net.drop(to, from, share);
        }
    }

    String kind() {
        return (percent < ALL ? percent + " % " : "") + (bothWays ? "both ways" : "one way");
    }
}
