package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.KillJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.input.TaskOrders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Public, since jobs name its methods. */
public class TaskLoopTest {

    private static final String SELF = "io.sardonyx.task.TaskLoopTest::";

    /** Takes one segment in every other call. */
    public static final class Narrow implements Output {

        final List<Object> taken = new ArrayList<>();
        Throwable failure = new Exception("unset");
        boolean broken;
        boolean closed;
        private boolean open;

        @Override
        public int write(Object[] segments, int from, int to) throws Exception {
            if (broken) {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (Exception) failure;
            }
            open = !open;
            if (open) {
                return 0;
            }
            taken.add(segments[from]);
            return 1;
        }

        @Override
        public long settled() {
            return taken.size();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final Narrow narrow = new Narrow();
    private final List<String> log = new ArrayList<>();

    public static Output narrow(@Param("narrow") Narrow narrow) {
        return narrow;
    }

    public static Lifecycle listening(@Param("log") List<String> log) {
        return new Lifecycle() {
            @Override
            public boolean mayStart(TaskContext context) {
                return !log.contains("wait");
            }

            @Override
            public void afterApply(TaskContext context, List<?> segments) {
                log.add(segments.toString());
            }

            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                log.add(reason.toString());
            }
        };
    }

    private Rig rig(int batch) {
        Job job = Job.named("narrow")
                .input("read", Inputs.numbers(5))
                .with("read", task -> task.tuned(tuning -> tuning.batchesOf(batch)))
                .output("write", Call.to(SELF + "narrow"))
                .path("read", "write")
                .lifecycle("write", Call.to(SELF + "listening"))
                .build();
        var rig = new Rig(job, 7);
        rig.resources.put("narrow", narrow);
        rig.resources.put("log", log);
        rig.place(Map.of());
        return rig;
    }

    @Test
    void anOutputWithoutRoomIsAskedAgainAndNothingElseIsDoneTwice() {
        Rig rig = rig(1);
        assertThat(rig.finish(10_000)).isTrue();

        assertThat(rig.complaints()).isEmpty();
        assertThat(narrow.taken).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(log).containsExactly("[0]", "[1]", "[2]", "[3]", "[4]");
        rig.end();
        assertThat(log).endsWith("JOB_COMPLETED");
        assertThat(narrow.closed).isTrue();
        assertThat(rig.exchange.size()).isZero();
    }

    @Test
    void aNewFenceInTheMiddleOfARunForgetsTheRun() {
        Rig rig = rig(5);
        while (narrow.taken.size() < 3) {
            rig.round();
        }
        rig.place(Map.of());
        assertThat(rig.finish(10_000)).isTrue();

        assertThat(narrow.taken).containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void whateverAnOutputThrowsItIsClosedAndItsJobKilled() {
        for (Throwable thrown : List.of(new Exception("disk full"), new NoClassDefFoundError("disk full"))) {
            Rig rig = rig(5);
            narrow.closed = false;
            narrow.broken = true;
            narrow.failure = thrown;
            for (int i = 0; i < 100; i++) {
                rig.round();
                rig.pass(50_000_000);
            }
            assertThat(rig.complaints()).singleElement().isInstanceOfSatisfying(KillJob.class, kill -> {
                assertThat(kill.toString()).contains("write", "disk full");
            });
            assertThat(narrow.closed).isTrue();
            assertThat(log).contains("FAILED");
            rig.end();
            assertThat(rig.exchange.size()).isZero();
        }
    }

    @Test
    void oneThatReadsIsNotQuietAndOneThatMayNotStartIs() {
        log.add("wait");
        Rig rig = rig(5);
        for (int i = 0; i < 50; i++) {
            rig.round();
        }
        assertThat(rig.loops.values()).noneMatch(TaskLoop::isQuiet);
        rig.loops
                .values()
                .forEach(loop -> loop.follow(new TaskOrders(loop.orders().routes(), false, false)));
        rig.round();
        assertThat(rig.loop("write", 0).isQuiet()).isTrue();
        assertThat(rig.loop("read", 0).isQuiet()).as("nobody took what it read").isFalse();

        log.clear();
        rig.pass(1_000_000_000);
        for (int i = 0; i < 200; i++) {
            rig.round();
            rig.pass(50_000_000);
        }
        assertThat(rig.loops.values()).allMatch(TaskLoop::isQuiet);
    }

    @Test
    void aLoopThatGetsNoMoreTurnsCanBeClosedOnce() {
        Rig rig = rig(5);
        rig.round();
        rig.round();
        for (int i = 0; i < 2; i++) {
            rig.loops.values().forEach(TaskLoop::close);
        }
        assertThat(log.stream().filter("GROUP_ENDED"::equals)).hasSize(1);
        assertThat(rig.exchange.size()).isZero();
    }

    @Test
    void oneThatWasAbandonedIsClosedWhenItReturnsAfterAll() {
        Rig rig = rig(5);
        rig.round();
        rig.round();
        TaskLoop loop = rig.loop("write", 0);
        loop.abandon("it hangs");
        assertThat(loop.isOver()).isTrue();
        assertThat(narrow.closed).isFalse();
        loop.close();

        assertThat(narrow.closed).isTrue();
        assertThat(log).endsWith("FAILED");
        assertThat(rig.complaints()).hasSize(1);
    }

    @Test
    void outputThatWasReplacedRestartsItsLoopUnlessItIsToldToStop() {
        Rig rig = rig(5);
        narrow.failure = new Superseded("part 0 was taken over");
        narrow.broken = true;
        for (int i = 0; i < 50; i++) {
            rig.round();
        }
        TaskLoop loop = rig.loop("write", 0);
        assertThat(loop.isOver()).isFalse();
        assertThat(loop.stats().waiting())
                .isNotNull()
                .extracting(Waiting::reason)
                .asString()
                .contains("taken over");
        loop.stop(StopReason.REASSIGNED);
        rig.round();
        assertThat(loop.isOver()).isTrue();
        assertThat(rig.complaints()).isEmpty();
    }

    @Test
    void loopThatWasToldToStopFailsWithoutAWord() {
        Rig rig = rig(5);
        rig.round();
        rig.round();
        TaskLoop loop = rig.loop("write", 0);
        loop.stop(StopReason.REASSIGNED);
        loop.abandon("it hung when it was told to stop");
        assertThat(rig.complaints()).isEmpty();
    }

    @Test
    void taskThatFailsKillsItsJobUnderItsOwnFenceOnly() {
        Rig rig = rig(5);
        narrow.failure = new Exception("broken");
        narrow.broken = true;
        for (int i = 0; i < 50; i++) {
            rig.round();
        }
        assertThat(rig.complaints()).singleElement().isInstanceOfSatisfying(KillJob.class, kill -> {
            assertThat(kill.fence()).isEqualTo(rig.loop("write", 0).fence());
        });
    }

    @Test
    void turnThatTookAllThereIsRestsUntilTheInputHasMore() {
        Job job = Job.named("seldom")
                .input("read", Inputs.numbers().with("rate", 1))
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
        var rig = new Rig(job, 7);
        rig.place(Map.of());
        for (int i = 0; i < 50; i++) {
            rig.round();
        }
        TaskLoop read = rig.loop("read", 0);
        TaskLoop write = rig.loop("write", 0);
        rig.pass(1_000_000_000);

        assertThat(read.turn(rig.nowNanos())).as("it read a number").isTrue();
        assertThat(read.restNanos()).as("longer than between any polls").isGreaterThan(10_000_000);
        assertThat(write.turn(rig.nowNanos())).as("it wrote that number").isTrue();
        assertThat(write.restNanos()).isPositive();
        assertThat(read.turn(rig.nowNanos())).as("it took the acks").isTrue();
        assertThat(read.restNanos()).isPositive();
    }
}
