package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. Counts in memory are told, and that they may be wrong only if they may be. */
@Timeout(120)
public class KeyedMemoryTest {

    private static final String SELF = "io.sardonyx.KeyedMemoryTest::";

    private final AtomicInteger written = new AtomicInteger();
    private final Cluster cluster =
            Cluster.local(2, 4).provide("out", (Consumer<Object>) segment -> written.incrementAndGet());

    @AfterEach
    void close() {
        cluster.close();
    }

    public static long key(long number) {
        return number % 10;
    }

    public static long counted(long number, @Param("counts") Map<Long, Integer> counts) {
        return counts.merge(key(number), 1, Integer::sum);
    }

    /** Gives each peer a table of its own. */
    public static Lifecycle counting() {
        return new Lifecycle() {
            @Override
            public void beforeTask(TaskContext context) {
                context.provide("counts", new TreeMap<Long, Integer>());
            }
        };
    }

    private static JobBuilder counts(String name, long rate) {
        return Job.named(name)
                .input("read", Inputs.numbers(10_000).with("rate", rate))
                .task(
                        "count",
                        task -> task.function(Call.to(SELF + "counted"))
                                .groupBy(KeyedMemoryTest::key)
                                .peers(2))
                .output("write", Outputs.callback("out"))
                .path("read", "count", "write");
    }

    private static Job counting(String name, long rate) {
        return counts(name, rate).lifecycle("count", Call.to(SELF + "counting")).build();
    }

    @Test
    void onlyGroupedTasksWithALifecycleOfTheirOwnHaveAny() {
        assertThat(KeyedMemory.of(counting("a", 1)).tasks()).containsExactly(TaskName.of("count"));
        assertThat(KeyedMemory.of(counting("a", 1)).warnings())
                .singleElement()
                .asString()
                .startsWith("task count is grouped and has a lifecycle")
                .contains("identify: true");
        assertThat(KeyedMemory.of(counts("b", 1).build()).isEmpty()).isTrue();
        assertThat(KeyedMemory.of(counts("c", 1)
                                .lifecycle(null, Call.to(SELF + "counting"))
                                .build())
                        .isEmpty())
                .isTrue();
        assertThat(KeyedMemory.of(counts("d", 1)
                                .lifecycle("write", Call.to(SELF + "counting"))
                                .build())
                        .warnings(List.of(7L), 1))
                .isEmpty();
    }

    @Test
    void nothingIsSaidWhenNothingMoved() throws InterruptedException {
        Job job = counting("quiet", 100_000);
        cluster.run(job);
        assertThat(AdminClient.of(cluster.client()).keyedMemory(job.id()).tasks())
                .containsExactly(TaskName.of("count"));
        assertThat(AdminClient.of(cluster.client()).moves(job.id())).isEmpty();
        assertThat(cluster.warningsAtEnd(job)).isEmpty();
    }

    @Test
    void whoLostAPeerHearsThatCountsMayBeWrong() throws InterruptedException {
        Job job = counting("lost", 10_000);
        cluster.submit(job);
        while (written.get() < 1_000) {
            Thread.onSpinWait();
        }
        cluster.crash(cluster.groups().get(0));

        assertThat(cluster.await(job.id())).isInstanceOf(Outcome.Completed.class);
        List<Long> moves = AdminClient.of(cluster.client()).moves(job.id());
        assertThat(moves).isNotEmpty();
        assertThat(cluster.warningsAtEnd(job))
                .singleElement()
                .asString()
                .contains("the results of task count may be wrong", String.valueOf(moves.get(0)));
    }

    @Test
    void rootsThatWereEmittedAgainAreToldWhereNobodyMoved() {
        assertThat(KeyedMemory.of(counting("a", 1)).warnings(List.of(), 3))
                .singleElement()
                .asString()
                .contains("3 roots were emitted again");
    }
}
