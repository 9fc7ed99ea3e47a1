package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceTimeTest {

    private static final long MILLI = 1_000_000;

    private long now = 5;
    private long taken;
    private int measured;
    private long nanosEach;
    private long starvedBehind;
    private final ServiceTime serviceTime = new ServiceTime(() -> now, new ServiceTime.Listener() {
        @Override
        public void measured(long nanos) {
            measured++;
            nanosEach = nanos;
        }

        @Override
        public void starved(long nanos, long segments) {
            nanosEach = nanos;
            starvedBehind = segments;
        }
    });

    /** A turn that takes so long for so many segments. */
    private void turn(int segments, long nanos, boolean waits) {
        long began = now;
        now += nanos;
        taken += segments;
        serviceTime.turned(began, taken, segments > 0, waits);
    }

    @Test
    void timeWithoutInputDoesNotCount() {
        for (int i = 0; i < 62; i++) {
            turn(4, MILLI / 2, true);
            now += 1_000 * MILLI;
            turn(0, 10, true);
            now += 1_000 * MILLI;
        }
        assertThat(measured).as("after 1, 2, 4, 8 and 16 ms of work").isEqualTo(5);
        assertThat(nanosEach).isEqualTo(MILLI / 8);
    }

    @Test
    void timeWithoutRoomDownstreamCounts() {
        for (int i = 0; i < 100; i++) {
            turn(1, 1_000, false);
            now += 5 * MILLI;
            turn(0, 10, false);
        }
        assertThat(nanosEach).isBetween(5 * MILLI, 6 * MILLI);
    }

    /** As that of a thread which others displace, once it is known how fast the task is. */
    @Test
    void shortPauseHardlyCounts() {
        for (int i = 0; i < 1_000; i++) {
            turn(1_000, MILLI, false);
        }
        int before = measured;
        for (int i = 0; measured == before; i++) {
            turn(1_000, i == 0 ? 20 * MILLI : MILLI, false);
        }
        assertThat(nanosEach).isBetween(1_000L, 1_300L);
    }

    @Test
    void aSegmentThatTakesSecondsIsMeasuredByItself() {
        turn(1, 3_000 * MILLI, true);
        assertThat(nanosEach).isEqualTo(3_000 * MILLI);
    }

    @Test
    void taskThatIsSentTooLittleTellsAtOnceHowFastItIs() {
        turn(16, 8_000, true);
        assertThat(nanosEach).isEqualTo(500);
        assertThat(starvedBehind).isEqualTo(16);
        turn(16, 4_000, false);
        assertThat(starvedBehind).isEqualTo(16);
        now += MILLI / 2;
        turn(0, 10, true);
        assertThat(starvedBehind).isEqualTo(32);
        assertThat(nanosEach).isBetween(MILLI / 64, MILLI / 62);
        assertThat(measured).isZero();
    }

    @Test
    void nothingIsMeasuredWhileNothingIsTaken() {
        turn(1, 10, false);
        now += 60_000 * MILLI;
        turn(0, 10, false);
        assertThat(measured).isEqualTo(1);
        now += 60_000 * MILLI;
        turn(0, 10, false);
        assertThat(measured).isEqualTo(1);
    }
}
