package io.sardonyx.job.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Call;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What nodes would have to ignore of a job is told before they take it. */
class NodeLimitsTest {

    private static JobBuilder lines() {
        return Job.named("lines")
                .input("read", Call.to("lines").with("path", "books/*.txt"))
                .function("count", Call.to("com.acme.Words::count"))
                .output("write", Call.to("stdout"))
                .path("read", "count", "write");
    }

    @Test
    void jobOfOneInputHasNoFault() {
        assertThat(NodeLimits.faults(lines().build())).isEmpty();
    }

    @Test
    void checkpointsAreRefusedWithPlaceAndRemedy() {
        assertThat(NodeLimits.faults(lines().checkpoint(Duration.ofSeconds(5)).build()))
                .extracting(Fault::toString)
                .singleElement()
                .asString()
                .startsWith("checkpoint: is made by peers; nodes have a lease and a position for each partition; "
                        + "leave it out, or ");
    }

    @Test
    void groupsAndSeveralPeersAreRefused() {
        Job job = lines().with("count", task -> task.groupBy("word").peers(2)).build();
        assertThat(NodeLimits.faults(job))
                .extracting(Fault::toString)
                .anyMatch(fault -> fault.startsWith("task count, groupBy: wants segments with the same key to meet"))
                .anyMatch(fault -> fault.startsWith("task count, min: of 2 is not kept"))
                .hasSize(2);
    }
}
