package io.sardonyx.testkit.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.Gc;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.port.Document;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. A process that has run many jobs holds no more than one that has run some. */
@Timeout(300)
public class ShortJobsTest {

    private static final int SOME = 200;
    private static final int MANY = 2_000;
    private static final int AT_ONCE = 20;
    /* Of an ended job nothing but its id is remembered. */
    private static final String IDS = JobId.class.getName();
    private static final String DOCUMENT = Document.class.getName();
    private static final String TASK = TaskLoop.class.getName();
    private static final int MOST_LOOKS = 200;
    private static final double PART = 0.1;

    private int submitted;

    public static long same(long number) {
        return number;
    }

    private void run(Cluster cluster, int until) throws InterruptedException {
        while (submitted < until) {
            var jobs = new ArrayList<Job>();
            for (int i = 0; i < AT_ONCE; i++) {
                jobs.add(Job.named("short-" + submitted++)
                        .task("read", it -> it.input(Inputs.numbers(10)).peers(1))
                        .task("same", it -> it.function(ShortJobsTest::same).peers(1))
                        .task("write", it -> it.output(Outputs.discard()).peers(1))
                        .path("read", "same", "write")
                        .build());
            }
            jobs.forEach(cluster::submit);
            for (Job job : jobs) {
                assertThat(cluster.await(job.id())).isInstanceOfAny(Outcome.Completed.class, Outcome.Forgotten.class);
            }
        }
        AdminClient.of(cluster.client()).append(new Gc(cluster.groups().get(0)));
    }

    /** As it is when the documents of all jobs are deleted, and no group has to close tasks of the last ones. */
    private static LiveHeap heap(Cluster cluster) {
        while (!AdminClient.of(cluster.client())
                .replica()
                .replica()
                .jobs()
                .completed()
                .isEmpty()) {
            Thread.onSpinWait();
        }
        LiveHeap now = LiveHeap.now();
        for (int i = 0; i < MOST_LOOKS && (count(now, DOCUMENT) > SOME || count(now, TASK) > 0); i++) {
            now = LiveHeap.now();
        }
        return now;
    }

    private static long count(LiveHeap heap, String type) {
        return heap.instances().getOrDefault(type, 0L);
    }

    @Test
    void aProcessHoldsNothingOfJobsThatHaveEnded() throws InterruptedException {
        try (Cluster cluster = Cluster.local(3 * AT_ONCE)) {
            run(cluster, SOME);
            LiveHeap before = heap(cluster);
            run(cluster, MANY);
            LiveHeap after = heap(cluster);

            assertThat(after.grownSince(before, PART, SOME))
                    .filteredOn(grown -> grown.startsWith("io.sardonyx.") && !grown.startsWith(IDS))
                    .isEmpty();
            assertThat(after.grownSince(before, PART, 2 * MANY))
                    .as("what holds ids and figures of the jobs since the last trim, and no more")
                    .isEmpty();
            assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + 2);
            assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors() + 2);
        }
    }
}
