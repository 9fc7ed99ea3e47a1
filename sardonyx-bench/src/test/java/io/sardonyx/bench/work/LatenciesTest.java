package io.sardonyx.bench.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentilesAreRightWithinTwoPercent() {
        var latencies = new Latencies();
        for (long i = 1; i <= 100_000; i++) {
            latencies.add(i * 1_000);
        }
        assertThat(latencies.nanosOf(0.5)).isCloseTo(50_000_000L, withinPercentage(2));
        assertThat(latencies.nanosOf(0.99)).isCloseTo(99_000_000L, withinPercentage(2));
        assertThat(latencies.nanosOf(0.999)).isCloseTo(99_900_000L, withinPercentage(2));
        assertThat(latencies.nanosOf(1)).isEqualTo(latencies.largest()).isEqualTo(100_000_000L);
    }

    @Test
    void everyLatencyHasAPlace() {
        for (int bits = 0; bits < Long.SIZE - 1; bits++) {
            var latencies = new Latencies();
            latencies.add(1L << bits);
            latencies.add((2L << bits) - 1);
            assertThat(latencies.nanosOf(0.5)).isCloseTo(1L << bits, withinPercentage(2));
        }
    }

    @Test
    void whatCameEarlyIsNotLate() {
        var latencies = new Latencies();
        latencies.add(-5);
        assertThat(latencies.nanosOf(0.5)).isZero();
    }

    @Test
    void twoBecomeOne() {
        var one = new Latencies();
        one.add(10);
        var other = new Latencies();
        other.add(30);
        one.addAll(other);
        assertThat(one.total()).isEqualTo(2);
        assertThat(one.nanosOf(0.5)).isEqualTo(10);
        assertThat(one.nanosOf(0.9)).isEqualTo(30);
    }
}
