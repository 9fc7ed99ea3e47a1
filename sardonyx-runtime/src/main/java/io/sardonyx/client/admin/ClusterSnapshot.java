package io.sardonyx.client.admin;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.report.JobReport;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at one moment: its replica, the liveness of its groups and the reports of its jobs.
 *
 * @param silent members whose lease is free, as far as they were queried
 * @param reports last report of each group, by live job
 * @param coordinator of a cluster whose allocation is coordinated, else null
 */
public record ClusterSnapshot(
        ReplicaView view,
        Set<GroupId> silent,
        Map<JobId, List<JobReport>> reports,
        @Nullable CoordinatorSnapshot coordinator) {

    /** Of a cluster without a coordinator. */
    public ClusterSnapshot(ReplicaView view, Set<GroupId> silent, Map<JobId, List<JobReport>> reports) {
        this(view, silent, reports, null);
    }
}
