package io.sardonyx.testkit.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A seed that found a bug once, and how many groups there were; what follows in its line tells which bug. */
record RegressionSeed(long seed, int groups) {

    static List<RegressionSeed> in(String resource) throws IOException {
        try (InputStream in = RegressionSeed.class.getResourceAsStream(resource)) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            Stream<String> lines = text.lines().filter(line -> !line.startsWith("#") && !line.isBlank());
            return lines.map(RegressionSeed::read).toList();
        }
    }

    private static RegressionSeed read(String line) {
        String[] words = line.split(" +", 3);
        return new RegressionSeed(Long.parseLong(words[0]), Integer.parseInt(words[1]));
    }
}
