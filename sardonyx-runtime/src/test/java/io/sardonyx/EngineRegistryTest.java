package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.replica.Ring;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EngineRegistryTest {

    private static final int LIVES = 3 * EngineRegistry.MOST_CLOSED;

    private static Job job(int number) {
        return Job.named("job-" + number)
                .input("read", Inputs.numbers(100))
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
    }

    /** Declares a group dead, which then comes back under another id. */
    private static void endALife(Cluster cluster) {
        GroupId old = ring(cluster).members().keys().inOrder().get(0);
        AdminClient.of(cluster.client()).append(new GroupLeaveCluster(old));
        while (ring(cluster).isMember(old) || ring(cluster).members().size() < 2 || peers(cluster) < 4) {
            Thread.onSpinWait();
        }
    }

    private static Ring ring(Cluster cluster) {
        return AdminClient.of(cluster.client()).replica().replica().ring();
    }

    private static int peers(Cluster cluster) {
        return AdminClient.of(cluster.client())
                .replica()
                .replica()
                .peers()
                .present()
                .size();
    }

    @Test
    void oldLivesAreForgottenButNotWhatTheyDid() throws InterruptedException {
        try (Cluster cluster = Cluster.local(2, 2)) {
            for (int i = 0; i < LIVES; i++) {
                cluster.run(job(i));
                endALife(cluster);
            }
            assertThat(cluster.lives().held()).isLessThanOrEqualTo(2 + EngineRegistry.MOST_CLOSED);
            for (int i = 0; i < LIVES; i++) {
                assertThat(cluster.report(JobId.of("job-" + i)))
                        .as("job %s", i)
                        .extracting(TaskReport::taken)
                        .containsExactlyInAnyOrder(100L, 100L);
            }
        }
    }
}
