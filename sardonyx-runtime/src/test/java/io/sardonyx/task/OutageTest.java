package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.KillJob;
import io.sardonyx.command.SealOutput;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.input.TaskOrders;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is unavailable for a while is waited for; nothing is lost, and nothing fails before patience is over. */
class OutageTest {

    private static final long SECOND = 1_000_000_000L;

    private final Shop shop = new Shop();

    private Rig rig(@Nullable Duration patience) {
        Job job = Job.named("patient")
                .input("read", Call.to(Shop.SELF + "reading"))
                .with("read", task -> task.tuned(tuning -> patience == null ? tuning : tuning.patient(patience)))
                .output("write", Call.to(Shop.SELF + "writing"))
                .with("write", task -> task.tuned(tuning -> patience == null ? tuning : tuning.patient(patience)))
                .path("read", "write")
                .build();
        var rig = new Rig(job, 3);
        rig.resources.put("shop", shop);
        rig.place(Map.of());
        return rig;
    }

    private static void pass(Rig rig, long seconds) {
        for (long i = 0; i < 10 * seconds; i++) {
            rig.round();
            rig.pass(SECOND / 10);
        }
    }

    private static @Nullable Waiting waiting(Rig rig, String task) {
        return rig.loop(task, 0).stats().waiting();
    }

    private void assertAllStored() {
        assertThat(new HashSet<>(shop.stored))
                .isEqualTo(new HashSet<>(LongStream.range(0, shop.end).boxed().toList()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open input",
                "partitions",
                "open partition",
                "poll",
                "isAtEnd",
                "completed",
                "open output",
                "write",
                "settled"
            })
    void whateverCallFindsItAwayIsTriedAgainUntilItIsBack(String away) {
        int[] left = {4};
        shop.away = call -> call.equals(away) && left[0]-- > 0;
        Rig rig = rig(null);
        long begun = rig.nowNanos();

        assertThat(rig.finish(2_000)).isTrue();
        assertThat(rig.nowNanos() - begun).as("before anything expires").isLessThan(30 * SECOND);
        assertThat(rig.complaints()).isEmpty();
        assertAllStored();
        pass(rig, 10);
        assertThat(left[0]).isNegative();
        assertThat(shop.completed).contains("20", "21");
        assertThat(rig.openRoots()).isZero();
        assertThat(List.of(Objects.requireNonNullElse(waiting(rig, "read"), "no"), "no"))
                .as("nobody waits any more")
                .containsOnly("no");
        rig.end();
        assertThat(shop.open).as("whatever was opened is closed").isEmpty();
    }

    @Test
    void anOutputThatCannotBePublishedIsPublishedWhenItIsBack() {
        Rig rig = rig(null);
        assertThat(rig.finish(2_000)).isTrue();
        shop.away = call -> call.equals("seal");
        TaskLoop write = rig.loop("write", 0);
        write.follow(new TaskOrders(write.orders().routes(), true, true));
        pass(rig, 60);
        assertThat(rig.said).noneMatch(SealOutput.class::isInstance);
        shop.away = call -> false;
        pass(rig, 40);

        assertThat(rig.said.stream().filter(SealOutput.class::isInstance)).hasSize(1);
        assertThat(shop.sealed).isTrue();
        assertThat(rig.complaints()).isEmpty();
    }

    @Test
    void anInputGoesOnWhereItWasAndNothingComesTwice() {
        shop.end = 4_000;
        shop.away = call -> call.equals("settled");
        Rig rig = rig(null);
        for (int i = 0; i < 30; i++) {
            rig.round();
        }
        shop.away = call -> call.equals("poll") || call.equals("completed");
        pass(rig, 3);
        int open = shop.positions.size();
        assertThat(waiting(rig, "read")).isNotNull();
        shop.away = call -> false;
        pass(rig, 120);
        shop.end = 0;

        assertThat(rig.finish(2_000)).isTrue();
        assertThat(shop.positions.subList(open, shop.positions.size()))
                .as("read from where it was, not from the beginning")
                .noneMatch(position -> position.endsWith(" null"));
        assertThat(rig.loop("read", 0).stats().taken()).isEqualTo(4_000);
    }

    @Test
    void whatAnOutputHadNotSettledComesAgainOnceItIsBackAndNotBefore() {
        shop.away = call -> call.equals("settled");
        Rig rig = rig(null);
        pass(rig, 1);
        shop.away = call -> call.equals("open output");
        pass(rig, 30);
        assertThat(rig.openRoots()).as("all batches of both partitions").isEqualTo(8);
        long before = rig.loop("read", 0).stats().replays();
        pass(rig, 600);
        assertThat(rig.loop("read", 0).stats().replays())
                .as("nothing is emitted while nobody takes it")
                .isEqualTo(before);
        shop.away = call -> false;

        assertThat(rig.finish(4_000)).isTrue();
        assertAllStored();
        assertThat(rig.complaints()).isEmpty();
    }

    @Test
    void itIsTriedNowAndThenAndSaysWhySinceWhenAndWhenNext() {
        Rig rig = rig(null);
        shop.away = call -> true;
        pass(rig, 3_600);

        assertThat(shop.calls).as("two plugins, one try in 30 s or more").isBetween(2 * 100, 2 * 500);
        for (String task : List.of("read", "write")) {
            assertThat(waiting(rig, task)).isNotNull().satisfies(waiting -> {
                assertThat(waiting.reason()).contains("the shop is closed for open");
                assertThat(waiting.nextMillis()).isGreaterThan(waiting.sinceMillis());
            });
        }
        assertThat(rig.complaints()).isEmpty();
        rig.loops.values().forEach(loop -> loop.stop(StopReason.JOB_KILLED));
        rig.round();
        assertThat(rig.loops.values()).allMatch(TaskLoop::isOver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"open input", "poll", "open output", "settled"})
    void whenPatienceIsOverTheTaskFailsWithLengthAndCause(String away) {
        shop.away = call -> call.equals(away);
        Rig rig = rig(Duration.ofSeconds(100));
        pass(rig, 95);
        assertThat(rig.complaints()).isEmpty();
        pass(rig, 10);

        assertThat(rig.complaints())
                .singleElement()
                .isInstanceOfSatisfying(
                        KillJob.class,
                        kill -> assertThat(kill.toString())
                                .contains(
                                        "longer than the patience of PT1M40S",
                                        "unavailable for 10",
                                        "the shop is closed for " + away));
    }

    @Test
    void patienceBeginsAnewWithEachOutage() {
        shop.end = Long.MAX_VALUE;
        Rig rig = rig(Duration.ofSeconds(15));
        for (int i = 0; i < 5; i++) {
            shop.away = call -> true;
            pass(rig, 6);
            shop.away = call -> false;
            pass(rig, 20);
        }
        assertThat(rig.complaints()).isEmpty();
        assertThat(shop.opened).as("two plugins, five outages").isEqualTo(10);
    }
}
