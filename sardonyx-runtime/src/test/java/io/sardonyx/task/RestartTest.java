package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.LeaveCluster;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A restart is nobody else's business, until it has not helped for long. Public, since jobs name its methods. */
public class RestartTest {

    private static final String SELF = "io.sardonyx.task.RestartTest::";
    private static final long SECOND = 1_000_000_000L;

    private final Shop shop = new Shop();
    private final List<String> log = new ArrayList<>();
    private Consumer<String> trouble = call -> {};

    public static Lifecycle restarting(@Param("trouble") Consumer<String> trouble, @Param("log") List<String> log) {
        return new Restarting(trouble, log);
    }

    /** Fails where it is told to, and wants to restart then. */
    private record Restarting(Consumer<String> trouble, List<String> log) implements Lifecycle {

        private void call(TaskContext context, String name) {
            trouble.accept(context.task() + " " + name);
        }

        @Override
        public boolean mayStart(TaskContext context) {
            assertThat(context.resource("own")).isEmpty();
            return true;
        }

        @Override
        public void beforeTask(TaskContext context) {
            log.add(context.task() + " begins");
            context.provide("own", 1L);
            call(context, "before task");
        }

        @Override
        public void afterRead(TaskContext context, List<?> segments) {
            call(context, "after read");
        }

        @Override
        public void afterApply(TaskContext context, List<?> segments) {
            call(context, "after apply");
        }

        @Override
        public void afterBatch(TaskContext context) {
            call(context, "after batch");
        }

        @Override
        public void afterTask(TaskContext context, StopReason reason) {
            log.add(context.task() + " ends " + reason);
        }

        @Override
        public Decision handleException(TaskContext context, Phase phase, Exception exception) {
            return Decision.RESTART;
        }
    }

    public static long same(long number, @Param("own") Long own) {
        return number * own;
    }

    private Rig rig(long seed) {
        Job job = Job.named("restarting")
                .input("read", Call.to(Shop.SELF + "reading"))
                .with("read", task -> task.tuned(tuning -> tuning.batchesOf(2)))
                .function("work", Call.to(SELF + "same"))
                .output("write", Call.to(Shop.SELF + "writing"))
                .path("read", "work", "write")
                .lifecycle(null, Call.to(SELF + "restarting"))
                .build();
        var rig = new Rig(job, seed);
        rig.resources.put("shop", shop);
        rig.resources.put("log", log);
        Consumer<String> asked = call -> trouble.accept(call);
        rig.resources.put("trouble", asked);
        return rig;
    }

    private void assertAllStored() {
        assertThat(new HashSet<>(shop.stored))
                .isEqualTo(new HashSet<>(LongStream.range(0, shop.end).boxed().toList()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read before task",
                "read after read",
                "read after apply",
                "read after batch",
                "work before task",
                "work after read",
                "work after apply",
                "work after batch",
                "write before task",
                "write after read",
                "write after apply",
                "write after batch"
            })
    void whereverItFailsItRestartsInPlaceAndNothingIsLost(String where) {
        int[] left = {3};
        trouble = call -> {
            if (call.equals(where) && left[0]-- > 0) {
                throw new IllegalStateException("not now");
            }
        };
        Rig rig = rig(5);
        rig.place(Map.of());
        long begun = rig.nowNanos();

        assertThat(rig.finish(2_000)).isTrue();
        assertThat(rig.nowNanos() - begun)
                .as("without waiting for anything to expire")
                .isLessThan(30 * SECOND);
        assertAllStored();
        assertThat(rig.complaints()).as("the log does not hear of it").isEmpty();
        String task = where.substring(0, where.indexOf(' '));
        assertThat(log.stream().filter((task + " ends FAILED")::equals)).hasSize(3);
        assertThat(log.stream().filter((task + " begins")::equals)).hasSize(4);
        rig.end();
        assertThat(shop.open).isEmpty();
        assertThat(rig.exchange.size()).isZero();
    }

    @Test
    void anInputReadsItsCheckpointOnlyWhenNoneIsBeingWritten() {
        shop.end = Long.MAX_VALUE;
        boolean[] failing = {false};
        trouble = call -> {
            if (failing[0] && call.equals("read after read")) {
                failing[0] = false;
                throw new IllegalStateException("once");
            }
        };
        Rig rig = rig(5);
        rig.place(Map.of());
        while (rig.documents.writes.size() < 3) {
            rig.round();
        }
        rig.documents.holding = true;
        while (rig.documents.held.isEmpty()) {
            rig.round();
            rig.pass(SECOND / 10);
        }
        failing[0] = true;
        for (int i = 0; i < 100; i++) {
            rig.round();
            rig.pass(SECOND / 10);
        }
        assertThat(log.stream().filter("read ends FAILED"::equals)).hasSize(1);
        assertThat(log.stream().filter("read begins"::equals)).hasSize(1);
        rig.documents.release();
        for (int i = 0; i < 100; i++) {
            rig.round();
            rig.pass(SECOND / 10);
        }
        assertThat(log.stream().filter("read begins"::equals)).hasSize(2);
        assertThat(rig.complaints()).isEmpty();
    }

    @Test
    void whatAlwaysFailsLeavesAfterAWhile() {
        trouble = call -> {
            if (call.equals("work before task")) {
                throw new IllegalStateException("never");
            }
        };
        Rig rig = rig(5);
        rig.place(Map.of());
        for (int i = 0; i < 300 && rig.complaints().isEmpty(); i++) {
            rig.round();
            rig.pass(SECOND / 10);
        }
        assertThat(rig.loop("work", 0).stats().waiting())
                .isNotNull()
                .satisfies(waiting -> assertThat(waiting.reason()).contains("restarts", "never"));
        for (int i = 0; i < 3_000 && rig.complaints().isEmpty(); i++) {
            rig.round();
            rig.pass(SECOND / 10);
        }

        assertThat(rig.complaints()).singleElement().isInstanceOf(LeaveCluster.class);
        assertThat(log.stream().filter("work begins"::equals)).hasSize(11);
        assertThat(rig.loop("work", 0).isOver()).isTrue();
    }

    @Test
    void oneThatWorkedWellInBetweenMayRestartAsOftenAsItLikes() {
        shop.end = Long.MAX_VALUE;
        boolean[] failing = {false};
        trouble = call -> {
            if (failing[0] && call.equals("work after read")) {
                failing[0] = false;
                throw new IllegalStateException("now and then");
            }
        };
        Rig rig = rig(5);
        rig.place(Map.of());
        for (int i = 0; i < 30 * 100; i++) {
            failing[0] |= i % 100 == 0;
            rig.round();
            rig.pass(SECOND);
        }
        assertThat(rig.complaints()).isEmpty();
        assertThat(log.stream().filter("work ends FAILED"::equals)).hasSizeGreaterThan(20);
    }

    @Test
    void amongNewFencesAndOutagesNothingIsLost() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new SplittableRandom(seed);
            boolean[] stormy = {true};
            trouble = call -> {
                if (stormy[0] && random.nextInt(30) == 0) {
                    throw new IllegalStateException("by chance");
                }
            };
            shop.away = call -> stormy[0] && random.nextInt(30) == 0;
            shop.stored.clear();
            shop.completed.clear();
            Rig rig = rig(seed);
            rig.place(Map.of());
            for (int i = 0; i < 400 && rig.complaints().isEmpty(); i++) {
                if (random.nextInt(60) == 0) {
                    rig.place(Map.of("work", 1 + random.nextInt(3), "write", 1 + random.nextInt(2)));
                }
                rig.step();
                rig.pass(random.nextInt(20_000_000));
            }
            stormy[0] = false;
            long calm = rig.nowNanos();
            assertThat(rig.finish(4_000)).as("seed %s", seed).isTrue();
            assertThat(rig.nowNanos() - calm)
                    .as("seed %s, before anything expires", seed)
                    .isLessThan(55 * SECOND);
            assertThat(rig.complaints()).as("seed %s", seed).isEmpty();
            assertAllStored();
            rig.round();
            rig.end();
            assertThat(shop.open).as("seed %s", seed).isEmpty();
            assertThat(rig.exchange.size()).as("seed %s", seed).isZero();
        }
    }
}
