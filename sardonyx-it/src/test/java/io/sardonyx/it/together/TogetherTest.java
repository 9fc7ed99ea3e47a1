package io.sardonyx.it.together;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.port.WireAddress;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose every task is in another process: keys, policies and what cannot travel, over real wires. */
@Timeout(300)
class TogetherTest {

    private static final int NUMBERS = 5_000;
    private static final String CHORES = "io.sardonyx.it.together.Chores::";

    private final Queue<Object> taken = new ConcurrentLinkedQueue<>();
    private final Queue<Object> letters = new ConcurrentLinkedQueue<>();

    private Company company(String wire, int groups) throws Exception {
        Consumer<Object> taking = taken::add;
        Consumer<Object> opening = letters::add;
        return new Company(WireAddress.loopback(wire), groups)
                .provide("taking", taking)
                .provide("opening", opening);
    }

    private static JobBuilder job(String function, ErrorPolicy policy) {
        return Job.named("job")
                .task("read", task -> task.input(Inputs.numbers(NUMBERS)))
                .task("do", task -> task.function(Call.to(CHORES + function)).onError(policy))
                .task("write", task -> task.output(Outputs.callback("taking")))
                .path("read", "do", "write");
    }

    private static Long[] good() {
        return LongStream.range(0, NUMBERS)
                .filter(number -> number % Chores.BAD_EVERY != 7)
                .boxed()
                .toArray(Long[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "aeron"})
    void segmentsComeWholeAndOnceWithTheirKeys(String wire) throws Exception {
        try (Company company = company(wire, 5)) {
            Job job = Job.named("parcels")
                    .task("read", task -> task.input(Inputs.numbers(NUMBERS)))
                    .task("pack", task -> task.function(Call.to(CHORES + "packed")))
                    .task(
                            "unpack",
                            task -> task.function(Call.to(CHORES + "unpacked"))
                                    .groupBy(Call.to(CHORES + "tens"))
                                    .peers(2))
                    .task("write", task -> task.output(Outputs.callback("taking")))
                    .path("read", "pack", "unpack", "write")
                    .build();
            assertThat(company.run(job)).isInstanceOf(Outcome.Completed.class);
            assertThat(taken)
                    .containsExactlyInAnyOrder(
                            LongStream.range(0, NUMBERS).boxed().toArray());
        }
    }

    @ParameterizedTest
    @CsvSource({"tcp, throwing", "tcp, strange", "tcp, large", "aeron, throwing", "aeron, strange"})
    void whatIsSkippedIsLeftOutAndNothingElse(String wire, String function) throws Exception {
        try (Company company = company(wire, 3)) {
            Job job = job(function, ErrorPolicy.SKIP).build();
            assertThat(company.run(job)).isInstanceOf(Outcome.Completed.class);
            assertThat(taken).contains((Object[]) good()).hasSize(good().length);
        }
    }

    @ParameterizedTest
    @CsvSource({"tcp, throwing, no 107", "tcp, strange, ThreadGroup", "tcp, large, limit", "aeron, throwing, no 107"})
    void deadLettersReachAnotherProcess(String wire, String function, String cause) throws Exception {
        try (Company company = company(wire, 4)) {
            Job job = job(function, ErrorPolicy.deadLettersTo(TaskName.of("open")))
                    .task("open", task -> task.output(Outputs.callback("opening")))
                    .path("do", "open")
                    .build();
            assertThat(company.run(job)).isInstanceOf(Outcome.Completed.class);
            assertThat(letters.stream().filter(letter -> letter instanceof Map<?, ?> map && map.containsKey("cause")))
                    .hasSize(NUMBERS / Chores.BAD_EVERY)
                    .anySatisfy(letter -> assertThat(letter.toString()).contains(cause));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "aeron"})
    void whatSucceedsAtTheSecondTryIsNotMissed(String wire) throws Exception {
        try (Company company = company(wire, 3)) {
            Job job = job("hesitating", ErrorPolicy.KILL.after(1, Duration.ofMillis(1)))
                    .build();
            assertThat(company.run(job)).isInstanceOf(Outcome.Completed.class);
            assertThat(taken).hasSize(NUMBERS).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @CsvSource({"tcp, throwing, no 7", "tcp, strange, ThreadGroup", "tcp, large, limit", "aeron, throwing, no 7"})
    void oneThatMustNotFailEndsTheJobWithTheReason(String wire, String function, String cause) throws Exception {
        try (Company company = company(wire, 3)) {
            Outcome outcome = company.run(job(function, ErrorPolicy.KILL).build());
            assertThat(outcome).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                assertThat(failed.task()).isEqualTo(TaskName.of("do"));
                assertThat(failed.cause()).contains(cause);
            });
        }
    }
}
