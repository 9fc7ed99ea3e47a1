package io.sardonyx.client;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.value.GroupId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at one position of its log: its parameters, which do not change once they are set, and who belongs to it.
 *
 * <pre>{@code
 * ClusterStatus status = client.status();
 * System.out.println(status.name() + " has " + status.peers() + " peers in " + status.groups().size() + " processes");
 * }</pre>
 *
 * @param name of the cluster
 * @param allocation who decides which peer does what
 * @param scheduler how jobs share the peers
 * @param remembered how many departed groups and retired jobs it remembers
 * @param position of the last entry that was read
 * @param groups the processes that are members, by id
 * @param peers number of their virtual peers; each can run one task
 * @param state address of the blobs of jobs' state, or null while they are in the store
 */
public record ClusterStatus(
        String name,
        Allocation allocation,
        JobScheduler scheduler,
        int remembered,
        long position,
        List<GroupId> groups,
        int peers,
        @Nullable String state) {

    public ClusterStatus {
        groups = List.copyOf(groups);
    }
}
