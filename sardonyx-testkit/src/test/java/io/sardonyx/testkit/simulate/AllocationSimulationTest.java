package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.JobScheduler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Volunteers come in the right number, and soon; {@link AllocationSimulation} itself checks that no job waits. */
class AllocationSimulationTest {

    private static final double MOST_ENTRIES_PER_PLACE = 2;

    @ParameterizedTest
    @EnumSource
    void volunteersComeForEveryPlaceAndHardlyTooMany(JobScheduler scheduler) {
        for (long seed = 0; seed < 5; seed++) {
            check(AllocationSimulation.run(12, 4, scheduler, 3, seed));
        }
    }

    @Tag("campaign")
    @Tag("volunteers")
    @ParameterizedTest
    @EnumSource
    void aHundredGroupsOfFourDoNotFloodTheLog(JobScheduler scheduler) {
        for (long seed = 0; seed < 5; seed++) {
            check(AllocationSimulation.run(100, 4, scheduler, 6, seed));
        }
    }

    private static void check(AllocationSimulation.Outcome outcome) {
        System.out.println(outcome);
        assertThat(outcome.entriesPerPlace()).isBetween(1.0, MOST_ENTRIES_PER_PLACE);
    }
}
