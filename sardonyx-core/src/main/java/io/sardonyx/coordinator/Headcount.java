package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of peers at one task, by state. */
public record Headcount(int acking, int active, int waiting, int sealing) {

    public static final Headcount NONE = new Headcount(0, 0, 0, 0);

    /** Peers on which the task's progress depends. */
    public int working() {
        return acking + active + sealing;
    }

    /** All peers at the task, working or waiting. */
    public int present() {
        return working() + waiting;
    }

    Headcount plus(PeerState state) {
        return switch (state) {
            case ACKING -> new Headcount(acking + 1, active, waiting, sealing);
            case ACTIVE -> new Headcount(acking, active + 1, waiting, sealing);
            case WAITING -> new Headcount(acking, active, waiting + 1, sealing);
            case SEALING -> new Headcount(acking, active, waiting, sealing + 1);
            case IDLE, REVOKED, DEAD -> this;
        };
    }

    /** Numbers of peers at all tasks, counted in one pass over the peers. */
    static final class ByTask {

        private final Map<JobId, Map<TaskName, Headcount>> byTask = new TreeMap<>();

        private ByTask() {}

        static ByTask of(Roster roster) {
            var headcounts = new ByTask();
            roster.peers().values().forEach(headcounts::count);
            return headcounts;
        }

        private void count(RosterPeer peer) {
            var post = peer.post();
            if (post != null && peer.state().isAtTask()) {
                byTask.computeIfAbsent(post.job(), job -> new TreeMap<>())
                        .merge(
                                post.task(),
                                Headcount.NONE.plus(peer.state()),
                                (headcount, one) -> headcount.plus(peer.state()));
            }
        }

        Headcount at(JobId job, TaskName task) {
            return byTask.getOrDefault(job, Map.of()).getOrDefault(task, Headcount.NONE);
        }
    }
}
