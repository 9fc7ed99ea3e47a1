package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.lease.SimulatedNode.Plant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LeaseSimulationTest {

    private static final int SEEDS = 200;
    private static final int LEASES = 100;
    private static final double DRIFT = HeldLease.DRIFT_BOUND_PERCENT / 100.0;

    @Test
    void oneHolderAtATimeGrowingFencesAndAlwaysASuccessor() {
        play(SEEDS);
    }

    @Test
    @Tag("campaign")
    void tenThousandSeedsHoldTheSame() {
        play(10_000);
    }

    private static void play(int seeds) {
        long events = 0;
        long accepted = 0;
        long refused = 0;
        long tenures = 0;
        long crashes = 0;
        for (long seed = 0; seed < seeds; seed++) {
            var simulation = run(seed, DRIFT, Plant.NONE);
            events += simulation.time().eventsSoFar();
            accepted += simulation.store().accepted();
            refused += simulation.store().refused();
            tenures += simulation.store().tenures();
            crashes += simulation.crashes();
        }
        System.out.printf(
                "seeds 0 to %d: %d events, %d tenures, %d crashes, %d effects accepted, %d stale ones refused%n",
                seeds - 1, events, tenures, crashes, accepted, refused);
        assertThat(refused).as("the simulation must bring stale effects about").isPositive();
        assertThat(tenures).isGreaterThan(seeds * 10L);
    }

    @Test
    void decidingByTheCalendarIsFound() {
        assertThat(firstFailure(DRIFT, Plant.EXPIRE_DECIDES)).isPresent();
    }

    @Test
    void countingTheDeadlineFromTheAnswerIsFound() {
        assertThat(firstFailure(DRIFT, Plant.DEADLINE_COUNTS_FROM_THE_ANSWER)).isPresent();
    }

    @Test
    void clocksBeyondTheDriftBoundAreFound() {
        assertThat(firstFailure(3 * DRIFT, Plant.NONE)).isPresent();
    }

    private static OptionalLong firstFailure(double drift, Plant plant) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                run(seed, drift, plant);
            } catch (AssertionError e) {
                System.out.println(plant + ", drift " + drift + ": " + e.getMessage());
                return OptionalLong.of(seed);
            }
        }
        return OptionalLong.empty();
    }

    private static LeaseSimulation run(long seed, double drift, Plant plant) {
        try {
            return new LeaseSimulation(seed, drift, plant).run(LEASES);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
