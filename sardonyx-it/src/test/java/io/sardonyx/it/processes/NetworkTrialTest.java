package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that do not hear each other, or not all: what was read is written, and soon after healing all is as before. */
@Tag("campaign")
@Tag("network")
class NetworkTrialTest {

    private static final String WIRE = System.getProperty("network.wire", "tcp");
    private static final Duration LONGEST = Duration.ofSeconds(Integer.getInteger("network.seconds", 30));
    private static final Duration SESSION = Duration.ofMillis(Integer.getInteger("network.session", 10_000));
    private static final int LOSS_PERCENT = 30;

    @TempDir
    private Path outputs;

    @Test
    @Timeout(1_800)
    void nothingIsLostInCutsAndInALossOfAThirdOfAllPackets() throws Exception {
        Optional<String> missing = Net.missing();
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        long seed = Long.getLong("network.seed", System.nanoTime());
        System.out.println("-Dnetwork.wire=" + WIRE + " -Dnetwork.seed=" + seed);
        var results = new ArrayList<NetworkTrial.Result>();
        try (var net = Net.of(NetworkTrial.HOSTS);
                var trial = new NetworkTrial(net, WIRE, SESSION, outputs)) {
            System.out.println(NetworkTrial.Result.head());
            for (List<Cut> cuts : trials(seed)) {
                var result = trial.undergo(cuts);
                System.out.println(result);
                results.add(result);
            }
        }
        judge(results);
    }

    private static List<List<Cut>> trials(long seed) {
        var trials = new ArrayList<List<Cut>>();
        trials.add(List.of(
                new Cut(0, 1, LOSS_PERCENT, true, LONGEST),
                new Cut(0, 2, LOSS_PERCENT, true, LONGEST),
                new Cut(1, 2, LOSS_PERCENT, true, LONGEST)));
        for (Cut cut : Cut.plan(NetworkTrial.HOSTS, LONGEST, seed)) {
            trials.add(List.of(cut));
        }
        return trials;
    }

    private static void judge(List<NetworkTrial.Result> results) {
        assertThat(results).isNotEmpty();
        var softly = new SoftAssertions();
        for (NetworkTrial.Result result : results) {
            softly.assertThat(result.written().lost()).as("lost: %s", result).isZero();
            softly.assertThat(result.written().foreign())
                    .as("foreign: %s", result)
                    .isZero();
            softly.assertThat(result.back()).as("back: %s", result).isLessThan(NetworkTrial.PATIENCE);
        }
        softly.assertAll();
    }
}
