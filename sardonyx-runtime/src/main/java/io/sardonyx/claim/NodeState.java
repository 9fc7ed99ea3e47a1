package io.sardonyx.claim;

import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node at one moment.
 *
 * @param leads whether it holds the leader's lock
 * @param held the partitions that it claims or works on
 * @param unfit jobs that cannot run in this process, and why
 * @param unreadable documents that cannot be decoded, and why
 * @param trouble why the store cannot be read or written, or null
 */
public record NodeState(
        String token,
        boolean leads,
        List<Holding> held,
        Map<JobId, String> unfit,
        Map<String, String> unreadable,
        @Nullable String trouble) {

    /** A partition in this node's hands, under a fence. */
    public record Holding(JobId job, String partition, long fence) {}

    static NodeState starting(String token) {
        return new NodeState(token, false, List.of(), Map.of(), Map.of(), null);
    }

    boolean isStale(boolean nowLeads, int nowHeld) {
        return leads != nowLeads || held.size() != nowHeld;
    }
}
