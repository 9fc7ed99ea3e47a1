package io.sardonyx.testkit.simulate;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Tuning;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A seed that found a bug once, and how many groups there were; what follows in its line tells which bug.
 *
 * @param allocation who decided which peer does what; planned unless its line says otherwise
 * @param partitions how peers shared partitions: claimed if its line has {@code /claimed} behind the allocation
 */
record RegressionSeed(long seed, int groups, Allocation allocation, Tuning.Partitions partitions) {

    static List<RegressionSeed> in(String resource) throws IOException {
        try (InputStream in = RegressionSeed.class.getResourceAsStream(resource)) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            Stream<String> lines = text.lines().filter(line -> !line.startsWith("#") && !line.isBlank());
            return lines.map(RegressionSeed::read).toList();
        }
    }

    private static RegressionSeed read(String line) {
        String[] words = line.split(" +", 4);
        String[] ways = words[2].split("/", -1);
        Allocation allocation =
                words[2].startsWith("#") ? Allocation.PLANNED : Allocation.valueOf(ways[0].toUpperCase(Locale.ROOT));
        Tuning.Partitions partitions = ways.length > 1 ? Tuning.Partitions.CLAIMED : Tuning.Partitions.DEALT;
        return new RegressionSeed(Long.parseLong(words[0]), Integer.parseInt(words[1]), allocation, partitions);
    }
}
