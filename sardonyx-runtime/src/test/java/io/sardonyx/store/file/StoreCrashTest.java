package io.sardonyx.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a directory store has acknowledged is there whatever the disk forgets. */
class StoreCrashTest {

    private static final int SEEDS = 300;
    private static final int MOST_SEEDS = 10_000;

    @Test
    void nothingAcknowledgedIsLost() {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(new StoreCrashes(seed, "").run()).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void everyForceIsMissedWhenItIsIgnored() {
        var sites = new TreeSet<String>();
        for (int seed = 0; seed < SEEDS; seed++) {
            var crashes = new StoreCrashes(seed, "");
            crashes.run();
            sites.addAll(crashes.sites());
        }
        assertThat(sites).hasSize(16);
        for (String site : sites) {
            assertThat(isNoticed(site)).as("without " + site).isTrue();
        }
    }

    private static boolean isNoticed(String site) {
        for (int seed = 0; seed < MOST_SEEDS; seed++) {
            if (!new StoreCrashes(seed, site).run().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
