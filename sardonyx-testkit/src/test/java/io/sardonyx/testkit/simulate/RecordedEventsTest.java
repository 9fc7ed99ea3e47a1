package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.coordinator.Roster;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.log.Entry;
import io.sardonyx.testkit.simulate.jobs.ExpectedJob;
import io.sardonyx.testkit.simulate.jobs.SimulatedData;
import io.sardonyx.testkit.simulate.jobs.TestFunctions;
import io.sardonyx.value.PeerId;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The property checks of the original Coordinator, on recorded logs of simulated clusters. */
class RecordedEventsTest {

    private static final int STORMS = 8;
    private static final int CALM_SEEDS = 4;
    private static final int JOBS = 12;
    private static final int SEGMENTS = 40;
    private static final int EVERY_MILLIS = 500;
    /* Peers need so many activations each, on average, for the work to suffice. */
    private static final int FEWEST_ACTIVATIONS = 3;
    /* The share of the mean by which the activations of a peer may differ from it. */
    private static final double TOLERANCE = 0.75;

    private static final RosterFold FOLD = new RosterFold();

    private static RecordedEvents read(List<Entry<Roster>> log) {
        return new RecordedEvents(
                log, (roster, entry) -> FOLD.apply(roster, entry).after());
    }

    /** A job whose first task is sequential, and whose others are concurrent. */
    private static ExpectedJob job(String name) {
        List<Object> numbers = LongStream.range(0, SEGMENTS)
                .mapToObj(number -> (Object) number)
                .toList();
        Job job = Job.named(name)
                .delivery(Delivery.QUEUED)
                .task(
                        "read",
                        it -> it.input(SimulatedData.input(ExpectedJob.stockName(name, "read")))
                                .peers(1))
                .function("left", TestFunctions::left)
                .task("write", it -> it.output(SimulatedData.output(ExpectedJob.stockName(name, "write"))))
                .path("read", "left", "write")
                .build();
        return new ExpectedJob(
                job,
                Map.of("read", List.of(numbers)),
                number -> Map.of("write", List.of(TestFunctions.left(number))),
                false,
                false,
                false);
    }

    @Test
    void everyTransitionIsLegalAndNobodySharesASequentialTaskInAnyStorm() {
        long stays = 0;
        for (long seed = 0; seed < STORMS; seed++) {
            int groups = 2 + (int) (seed % 4);
            RecordedEvents log = read(JobSimulation.recordCoordinated(
                    Storm.anyAtWork(seed, groups, true).seeded(seed)));
            assertThat(log.illegalTransitions()).as("seed " + seed).isEmpty();
            assertThat(log.sharedSequentialTasks()).as("seed " + seed).isEmpty();
            stays += log.sequentialStays();
        }
        assertThat(stays).isGreaterThan(STORMS);
    }

    @Test
    void withoutFaultsEveryPeerIsActiveAndAboutAsOftenAsTheOthers() {
        int enough = 0;
        for (long seed = 0; seed < CALM_SEEDS; seed++) {
            RecordedEvents log = read(JobSimulation.recordCoordinated(
                    Storm.ofJobs(seed, 2 + (int) (seed % 4), JOBS, EVERY_MILLIS), RecordedEventsTest::job, JOBS));
            assertThat(log.illegalTransitions()).as("seed " + seed).isEmpty();
            assertThat(log.sharedSequentialTasks()).as("seed " + seed).isEmpty();
            assertThat(log.unfinishedJobs()).as("seed " + seed).isEmpty();
            Map<PeerId, Integer> activations = log.activations();
            double mean =
                    activations.values().stream().mapToInt(it -> it).average().orElse(0);
            System.out.println("seed " + seed + ": activations " + activations.values());
            if (mean >= FEWEST_ACTIVATIONS) {
                enough++;
                assertThat(activations.values())
                        .as("seed " + seed)
                        .allMatch(count -> count > 0 && Math.abs(count - mean) <= TOLERANCE * mean);
            }
        }
        assertThat(2 * enough).as("seeds with enough work").isGreaterThan(CALM_SEEDS);
    }
}
