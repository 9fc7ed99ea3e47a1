package io.sardonyx.job.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.TaskBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class NodeLimitsTest {

    private static JobBuilder job(UnaryOperator<TaskBuilder> properties) {
        return Job.named("j")
                .input("read", Call.to("numbers"))
                .task("work", task -> properties.apply(task.function(Call.to("com.acme.Words::split"))))
                .output("write", Call.to("null"))
                .path("read", "work", "write");
    }

    private static Fault only(JobBuilder job) {
        List<Fault> faults = NodeLimits.faults(job.build());
        assertThat(faults).hasSize(1);
        return faults.get(0);
    }

    private static void refused(JobBuilder job, String place, String why, String remedy) {
        Fault fault = only(job);
        assertThat(fault.place()).isEqualTo(place);
        assertThat(fault.what()).contains(why);
        assertThat(fault.remedy()).contains(remedy);
    }

    @Test
    void jobWithoutSuchWishesIsForNodes() {
        assertThat(NodeLimits.faults(job(task -> task).build())).isEmpty();
        assertThat(NodeLimits.faults(
                        job(task -> task.peers(1)).delivery(Delivery.DIRECT).build()))
                .isEmpty();
    }

    @Test
    void taskThatGroupsByKeyIsRefused() {
        refused(
                job(task -> task.groupBy("word")),
                "task work, groupBy",
                "segments with the same key to meet",
                "cluster of peers");
        refused(
                job(task -> task.groupBy(Call.to("com.acme.Words::key"))),
                "task work, groupBy",
                "segments with the same key to meet",
                "cluster of peers");
    }

    @Test
    void taskWithTagsIsRefused() {
        refused(job(task -> task.tags("gpu")), "task work, tags", "nodes, which are all equal", "cluster of peers");
    }

    @Test
    void taskForMoreThanOnePeerIsRefused() {
        refused(job(task -> task.peers(2)), "task work, min", "of 2 is not kept", "--workers");
        refused(job(task -> task.peers(3, 8)), "task work, min", "of 3 is not kept", "--workers");
    }

    @Test
    void checkpointIsRefused() {
        refused(
                job(task -> task).checkpoint(Duration.ofSeconds(5)),
                "checkpoint",
                "a lease and a position for each partition",
                "leave it out");
    }

    @Test
    void queuedDeliveryIsRefused() {
        refused(job(task -> task).delivery(Delivery.QUEUED), "delivery", "have no broker", "leave it out");
    }

    @Test
    void jobWithTwoInputsIsRefused() {
        JobBuilder two = job(task -> task).input("again", Call.to("numbers")).path("again", "work");
        refused(two, "workflow", "has 2 inputs", "make a job of each");
    }

    @Test
    void everythingIsToldAtOnce() {
        Job all = job(task -> task.peers(2).tags("gpu").groupBy("word"))
                .checkpoint(Duration.ofSeconds(5))
                .build();
        assertThat(NodeLimits.faults(all).stream().map(Fault::place))
                .containsExactly("checkpoint", "task work, groupBy", "task work, min", "task work, tags");
    }
}
