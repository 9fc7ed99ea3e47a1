package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.call.CallProgress;
import io.sardonyx.connect.Inputs;
import io.sardonyx.function.StubContext;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Lifecycle.Decision;
import io.sardonyx.plugin.Lifecycle.Phase;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.secret.Secrets;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureHandlerTest {

    private final Exception no = new Exception("no");

    static FailureHandler failures(ErrorPolicy policy, Lifecycle... lifecycles) {
        Job job = Job.named("job")
                .input("in", Inputs.numbers(1))
                .with("in", task -> task.onError(policy))
                .output("out", io.sardonyx.connect.Outputs.discard())
                .path("in", "out")
                .build();
        return new FailureHandler(
                job.entry(TaskName.of("in")),
                new Lifecycles(List.of(lifecycles), new StubContext(), Secrets.none()),
                Secrets.none());
    }

    private static Lifecycle deciding(Decision decision) {
        return new Lifecycle() {
            @Override
            public Decision handleException(TaskContext context, Phase phase, Exception exception) {
                return decision;
            }
        };
    }

    @Test
    void thePolicySaysWhatBecomesOfASegment() throws Exception {
        FailureHandler skip = failures(ErrorPolicy.SKIP);
        assertThat(skip.verdict("s", null, no, 0)).isEqualTo(FailureHandler.Verdict.LEAVE_OUT);
        assertThat(skip.refused("s", null, no)).isEqualTo(FailureHandler.Verdict.LEAVE_OUT);
        assertThat(skip.skipped()).isEqualTo(2);
        FailureHandler letters = failures(ErrorPolicy.deadLettersTo(TaskName.of("out")));
        assertThat(letters.verdict("s", null, no, 0)).isEqualTo(FailureHandler.Verdict.DEAD_LETTER);
        FailureHandler kill = failures(ErrorPolicy.KILL);
        assertThatThrownBy(() -> kill.verdict("s", null, no, 0))
                .isInstanceOf(SegmentFailure.class)
                .hasMessageContaining("segment s")
                .satisfies(e -> assertThat(((SegmentFailure) e).decision()).isEqualTo(Decision.KILL));
    }

    @Test
    void retriesWaitTwiceAsLongEachTime() throws Exception {
        FailureHandler failures = failures(ErrorPolicy.SKIP.after(3, Duration.ofNanos(10)));
        long now = 100;
        for (long delay : new long[] {10, 20, 40}) {
            assertThat(failures.verdict("s", null, no, now)).isEqualTo(FailureHandler.Verdict.WAIT);
            assertThat(failures.isWaiting(now + delay - 1)).isTrue();
            assertThat(failures.isWaiting(now + delay)).isFalse();
            now += delay;
        }
        assertThat(failures.verdict("s", null, no, now)).isEqualTo(FailureHandler.Verdict.LEAVE_OUT);
        assertThat(failures.verdict("t", null, no, now))
                .as("the next has all its tries")
                .isEqualTo(FailureHandler.Verdict.WAIT);
    }

    @Test
    void whatWentWellAtLastLeavesTheNextAllItsTries() throws Exception {
        FailureHandler failures = failures(ErrorPolicy.SKIP.after(1, Duration.ZERO));
        for (int i = 0; i < 5; i++) {
            assertThat(failures.verdict("s", null, no, i)).isEqualTo(FailureHandler.Verdict.WAIT);
            failures.forget();
        }
    }

    @Test
    void lifecyclesDecideBeforeThePolicy() {
        for (Decision decision : List.of(Decision.KILL, Decision.RESTART)) {
            FailureHandler failures = failures(ErrorPolicy.SKIP, deciding(Decision.DEFER), deciding(decision));
            assertThatThrownBy(() -> failures.verdict("s", null, new StackOverflowError(), 0))
                    .isInstanceOf(SegmentFailure.class)
                    .satisfies(e -> assertThat(((SegmentFailure) e).decision()).isEqualTo(decision));
        }
    }

    @Test
    void aLifecycleThatCannotDecideKillsTheJob() {
        Lifecycle broken = new Lifecycle() {
            @Override
            public Decision handleException(TaskContext context, Phase phase, Exception exception) {
                throw new IllegalStateException("confused");
            }
        };
        assertThat(new Lifecycles(List.of(broken), new StubContext(), Secrets.none())
                        .decide(Phase.READ, new Exception()))
                .isEqualTo(Decision.KILL);
    }

    @Test
    void everyLifecycleIsToldOfTheEnd() {
        var told = new ArrayList<StopReason>();
        Lifecycle broken = new Lifecycle() {
            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                told.add(reason);
                throw new AssertionError("too late");
            }
        };
        var thrown = new ArrayList<Throwable>();
        new Lifecycles(List.of(broken, broken), new StubContext(), Secrets.none())
                .afterTask(StopReason.REASSIGNED, new CallProgress(), thrown::add);
        assertThat(thrown).hasSize(2);

        assertThat(told).containsExactly(StopReason.REASSIGNED, StopReason.REASSIGNED);
    }

    @Test
    void hostileSegmentsAndExceptionsCanBeTold() {
        var self = new ArrayList<Object>();
        self.add(List.of(self));
        Exception mute = new Exception() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException("I say nothing");
            }
        };

        assertThat(DeadLetter.shown(self, Secrets.none())).contains("cannot be shown", "StackOverflowError");
        assertThat(DeadLetter.told(mute, Secrets.none())).contains("cannot be shown");
        assertThat(DeadLetter.shown("x\n".repeat(1_000_000), Secrets.none()))
                .hasSizeLessThan(130)
                .doesNotContain("\n");
        assertThat(DeadLetter.told(new Exception("x".repeat(1_000_000)), Secrets.none()))
                .hasSizeLessThan(2_100);
    }
}
