package io.sardonyx.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Segments, runs and outputs that fail in jobs on queues. Public, since jobs name its methods. */
public class QueuedFailuresTest {

    private static final String SELF = "io.sardonyx.task.queue.QueuedFailuresTest::";
    private static final int COUNT = 1_000;
    private static final TaskName WORK = TaskName.of("work");

    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private final Queue<Object> letters = new ConcurrentLinkedQueue<>();
    private final Cluster cluster = Cluster.local(1, 3)
            .provide("out", (Consumer<Object>) out::add)
            .provide("letters", (Consumer<Object>) letters::add)
            .provide("seen", ConcurrentHashMap.newKeySet())
            .provide("store", new Store());

    @AfterEach
    void close() {
        cluster.close();
    }

    private static JobBuilder job(String name, String function, ErrorPolicy policy) {
        return Job.named(name)
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .task(
                        "work",
                        task -> task.function(Call.to(SELF + function))
                                .onError(policy)
                                .tuned(tuning -> tuning.poisonAfter(2)))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write")
                .when(FlowCondition.retrying(WORK, new Condition.Test(Call.to(SELF + "mayPass"))));
    }

    private static JobBuilder withLetters(JobBuilder job) {
        return job.output("letters", Outputs.callback("letters")).path("work", "letters");
    }

    private Outcome.Completed complete(Job job) throws Exception {
        cluster.submit(job);
        return (Outcome.Completed) cluster.await(job.id(), Duration.ofMinutes(2));
    }

    private static Object[] numbersBut(long... missing) {
        return LongStream.range(0, COUNT)
                .filter(number -> Arrays.stream(missing).noneMatch(each -> each == number % 100))
                .boxed()
                .toArray();
    }

    public static boolean mayPass(IllegalStateException thrown) {
        return thrown != null;
    }

    /** Refuses 3, 103, 203, … for good, and 7, 107, 207, … the first time. */
    public static long laterOrNever(long number, @Param("seen") Set<Long> seen) {
        if (number % 100 == 3) {
            throw new IllegalArgumentException("never");
        }
        if (number % 100 == 7 && seen.add(number)) {
            throw new IllegalStateException("later");
        }
        return number;
    }

    @Test
    void nothingOfARunThatIsGivenBackComesTwice() throws Exception {
        Job job = withLetters(job("later", "laterOrNever", ErrorPolicy.deadLettersTo("letters")))
                .build();
        var outcome = complete(job);
        assertThat(cluster.report(job.id())).anySatisfy(report -> {
            assertThat(report.task()).isEqualTo(WORK);
            assertThat(report.queues().commits()).isPositive();
            assertThat(report.queues().retried()).isPositive();
            assertThat(report.queues().redelivered()).isZero();
        });
        assertThat(out).containsExactlyInAnyOrder(numbersBut(3));
        assertThat(letters).hasSize(COUNT / 100);
        assertThat(outcome.skipped()).isEqualTo(Map.of(WORK, (long) COUNT / 100));
    }

    /** Refuses 7 each time. */
    public static long neverSeven(long number) {
        if (number % 100 == 7) {
            throw new IllegalStateException("never");
        }
        return number;
    }

    @Test
    void aSegmentThatUsesUpItsAttemptsIsSkippedAndCounted() throws Exception {
        var outcome = complete(job("skipping", "neverSeven", ErrorPolicy.SKIP).build());
        assertThat(out).containsExactlyInAnyOrder(numbersBut(7));
        assertThat(outcome.skipped()).isEqualTo(Map.of(WORK, (long) COUNT / 100));
    }

    @Test
    void aSegmentThatUsesUpItsAttemptsBecomesADeadLetter() throws Exception {
        var outcome = complete(withLetters(job("letters", "neverSeven", ErrorPolicy.deadLettersTo("letters")))
                .build());
        assertThat(out).containsExactlyInAnyOrder(numbersBut(7));
        assertThat(letters)
                .hasSize(COUNT / 100)
                .allSatisfy(letter -> assertThat(letter.toString()).contains("it failed in 2 attempts"));
        assertThat(outcome.skipped()).isEqualTo(Map.of(WORK, (long) COUNT / 100));
    }

    @Test
    void aSegmentThatUsesUpItsAttemptsKillsTheJob() throws Exception {
        Job job = job("killing", "neverSeven", ErrorPolicy.KILL).build();
        cluster.submit(job);
        assertThat(cluster.await(job.id(), Duration.ofMinutes(2)))
                .isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                    assertThat(failed.task()).isEqualTo(WORK);
                    assertThat(failed.cause()).contains("it failed in 2 attempts");
                });
    }

    /** Somebody else's store, whose first instances go away with what they have not settled. */
    public static final class Store {

        private final AtomicInteger outages = new AtomicInteger(3);
        private final Set<Object> durable = ConcurrentHashMap.newKeySet();
    }

    public static Output storing(@Param("store") Store store) {
        return new Output() {

            private final Queue<Object> buffer = new ConcurrentLinkedQueue<>();
            private long settled;

            @Override
            public int write(Object[] segments, int from, int to) {
                buffer.addAll(Arrays.asList(segments).subList(from, to));
                return to - from;
            }

            @Override
            public long settled() throws Unavailable {
                if (!buffer.isEmpty() && store.outages.getAndDecrement() > 0) {
                    throw new Unavailable("away for a moment");
                }
                settled += buffer.size();
                store.durable.addAll(buffer);
                buffer.clear();
                return settled;
            }
        };
    }

    @Test
    void whatAnOutputHadNotSettledWhenItWentAwayComesAgain() throws Exception {
        var store = new Store();
        cluster.provide("store", store);
        complete(Job.named("outages")
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .output("write", Call.to(SELF + "storing"))
                .path("read", "write")
                .build());
        assertThat(store.outages).hasNegativeValue();
        assertThat(new TreeSet<>(store.durable)).containsExactly(numbersBut());
    }
}
