package io.sardonyx.connect.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is settled is found whatever the disk forgets, and what is published is whole. */
class PartWriterCrashTest {

    private static final int SEEDS = 2_000;

    @Test
    void nothingSettledIsLostAndNothingTornIsPublished() {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(new Crashes(seed, "").run()).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void everyForceIsMissedWhenItIsIgnored() {
        var sites = new TreeSet<String>();
        for (int seed = 0; seed < SEEDS; seed++) {
            var crashes = new Crashes(seed, "");
            crashes.run();
            sites.addAll(crashes.sites());
        }
        assertThat(sites).hasSize(10);
        for (String site : sites) {
            assertThat(isNoticed(site)).as("without " + site).isTrue();
        }
    }

    private static boolean isNoticed(String site) {
        for (int seed = 0; seed < SEEDS; seed++) {
            if (!new Crashes(seed, site).run().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
