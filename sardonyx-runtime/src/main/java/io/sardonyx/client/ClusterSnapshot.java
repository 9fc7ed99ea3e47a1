package io.sardonyx.client;

import io.sardonyx.content.JobReport;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A cluster at one moment: what it has decided, and how that goes.
 *
 * @param silent groups that the cluster counts on although they have no pulse, as far as they were asked
 * @param reports what groups last wrote down of the live jobs
 */
public record ClusterSnapshot(ReplicaView view, Set<GroupId> silent, Map<JobId, List<JobReport>> reports) {}
