package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of peers at all tasks, counted in one pass over the peers. */
final class Headcounts {

    private final Map<JobId, Map<TaskName, Headcount>> byTask = new TreeMap<>();

    private Headcounts() {}

    static Headcounts of(Roster roster) {
        var headcounts = new Headcounts();
        roster.peers().values().forEach(headcounts::count);
        return headcounts;
    }

    private void count(RosterPeer peer) {
        var post = peer.post();
        if (post != null && peer.state().isAtTask()) {
            byTask.computeIfAbsent(post.job(), job -> new TreeMap<>())
                    .merge(
                            post.task(),
                            Headcount.NOBODY.plus(peer.state()),
                            (headcount, one) -> headcount.plus(peer.state()));
        }
    }

    Headcount at(JobId job, TaskName task) {
        return byTask.getOrDefault(job, Map.of()).getOrDefault(task, Headcount.NOBODY);
    }
}
