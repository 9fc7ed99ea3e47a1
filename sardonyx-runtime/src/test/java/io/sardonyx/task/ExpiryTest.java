package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Time alone kills no job and loses no segment, however slow a function is. Public, since jobs name its methods. */
public class ExpiryTest {

    private static final String SELF = "io.sardonyx.task.ExpiryTest::";
    private static final long MILLI = 1_000_000;

    /** What the functions of a test work with. */
    public static final class Bench implements Output {

        final List<Object> written = new ArrayList<>();
        Rig rig;
        long callNanos;
        long downUntilNanos;
        long calls;

        long call(long number) {
            calls++;
            rig.pass(callNanos);
            if (rig.nowNanos() < downUntilNanos) {
                throw new IllegalStateException("the dependency is down");
            }
            return number;
        }

        @Override
        public int write(Object[] segments, int from, int to) {
            written.addAll(Arrays.asList(segments).subList(from, to));
            return to - from;
        }

        @Override
        public long settled() {
            return written.size();
        }
    }

    private final Bench bench = new Bench();

    public static long slow(long number, @Param("bench") Bench bench) {
        return bench.call(number);
    }

    public static Output write(@Param("bench") Bench bench) {
        return bench;
    }

    private Rig rig(int numbers, ErrorPolicy input, ErrorPolicy slow, UnaryOperator<Tuning> tuned) {
        return rig(Inputs.numbers(numbers), input, slow, tuned);
    }

    private Rig rig(Call numbers, ErrorPolicy input, ErrorPolicy slow, UnaryOperator<Tuning> tuned) {
        Job job = Job.named("slow")
                .input("read", numbers)
                .with("read", task -> task.onError(input).tuned(tuned))
                .task("slow", task -> task.function(Call.to(SELF + "slow")).onError(slow))
                .output("write", Call.to(SELF + "write"))
                .path("read", "slow", "write")
                .build();
        var rig = new Rig(job, 7);
        bench.rig = rig;
        rig.resources.put("bench", bench);
        rig.place(Map.of());
        return rig;
    }

    private static List<Object> numbers(int below) {
        return LongStream.range(0, below).<Object>mapToObj(number -> number).toList();
    }

    private static void finish(Rig rig, int rounds) {
        boolean finished = rig.finish(rounds);
        assertThat(rig.complaints()).isEmpty();
        assertThat(finished).isTrue();
    }

    @Test
    void aBatchThatTakesLongerThanTheTimeoutIsDoneOnce() {
        bench.callNanos = 15 * MILLI;
        Rig rig = rig(2_000, ErrorPolicy.KILL, ErrorPolicy.KILL, it -> it.pending(1_024, Duration.ofSeconds(3)));
        finish(rig, 200_000);
        assertThat(bench.calls).isEqualTo(2_000);
        assertThat(bench.written).containsExactlyInAnyOrderElementsOf(numbers(2_000));
    }

    @Test
    void aSlowFunctionSkipsNothingWhereTheInputSkips() {
        bench.callNanos = 15 * MILLI;
        Rig rig = rig(2_000, ErrorPolicy.SKIP, ErrorPolicy.KILL, it -> it.pending(1_024, Duration.ofSeconds(3)));
        finish(rig, 200_000);
        assertThat(rig.loop("read", 0).stats().skipped()).isZero();
        assertThat(bench.calls).isEqualTo(2_000);
        assertThat(bench.written).containsExactlyInAnyOrderElementsOf(numbers(2_000));
    }

    @Test
    void aPausedTaskLosesNothingHoweverLongItIsPaused() {
        bench.callNanos = 500 * MILLI;
        Rig rig = rig(
                16, ErrorPolicy.SKIP, ErrorPolicy.KILL, it -> it.batchesOf(1).pending(1_024, Duration.ofSeconds(2)));
        for (int i = 0; i < 10_000 && bench.written.size() < 3; i++) {
            rig.round();
        }
        rig.pause("write", 0);
        passAMinute(rig);
        assertThat(bench.written).hasSize(3);
        assertThat(bench.calls)
                .as("emitted again a few times, ever more seldom")
                .isLessThan(16 + 10);
        rig.resume("write", 0);
        finish(rig, 20_000);
        assertThat(bench.written).containsAll(numbers(16)).hasSizeLessThan(16 + 10);
        assertThat(rig.loop("read", 0).stats().skipped()).isZero();
    }

    @Test
    void theRetriesOfAPolicyAreAllMadeThoughTheyTakeLongerThanTheTimeout() {
        Rig rig = rig(
                16,
                ErrorPolicy.KILL,
                ErrorPolicy.KILL.after(1_000, Duration.ofMillis(500)),
                it -> it.pending(1_024, Duration.ofSeconds(3)));
        bench.downUntilNanos = rig.nowNanos() + 40_000 * MILLI;
        finish(rig, 200_000);
        assertThat(bench.written).containsExactlyInAnyOrderElementsOf(numbers(16));
    }

    @Test
    void aThirdOfASecondForEachCallIsNoTroubleWithDefaults() {
        bench.callNanos = 300 * MILLI;
        Rig rig = rig(2_000, ErrorPolicy.KILL, ErrorPolicy.KILL, UnaryOperator.identity());
        finish(rig, 200_000);
        assertThat(bench.calls).isEqualTo(2_000);
        assertThat(bench.written).containsExactlyInAnyOrderElementsOf(numbers(2_000));
    }

    private void passAMinute(Rig rig) {
        for (int i = 0; i < 1_200; i++) {
            rig.round();
            rig.pass(50 * MILLI);
        }
    }

    /** So many segments came before that the slow task is known to be fast enough for eight batches in its queue. */
    @Test
    void nobodyWorksOnWhatIsAbandonedByThen() {
        int count = 8_000;
        bench.callNanos = 20_000;
        Rig rig = rig(
                Inputs.numbers(count).with("rate", 1_000),
                ErrorPolicy.KILL,
                ErrorPolicy.KILL,
                it -> it.batchesOf(1).pending(1_024, Duration.ofSeconds(2)));
        for (int i = 0; i < 40_000 && bench.written.size() < count - 8; i++) {
            rig.round();
            rig.pass(MILLI);
        }
        rig.pause("slow", 0);
        passAMinute(rig);
        assertThat(rig.loop("read", 0).stats().replays()).isBetween(3L, 10L);
        rig.resume("slow", 0);
        finish(rig, 20_000);
        assertThat(bench.calls).isEqualTo(count);
        assertThat(bench.written).containsExactlyInAnyOrderElementsOf(numbers(count));
    }

    @Test
    void theRestOfARunThatIsAbandonedIsNotWorkedOn() {
        bench.callNanos = 10 * MILLI;
        Rig rig = rig(4, ErrorPolicy.KILL, ErrorPolicy.KILL, it -> it.pending(1_024, Duration.ofSeconds(2)));
        for (int i = 0; i < 10_000 && bench.calls == 0; i++) {
            rig.round();
        }
        rig.pause("slow", 0);
        passAMinute(rig);
        assertThat(bench.calls).isEqualTo(1);
        rig.resume("slow", 0);
        finish(rig, 20_000);
        assertThat(bench.calls).isEqualTo(5);
        assertThat(bench.written).containsExactlyInAnyOrderElementsOf(numbers(4));
    }
}
