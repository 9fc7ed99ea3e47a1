package io.sardonyx.answer;

import io.sardonyx.coordinator.JobProgress;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Differences between two rosters as phrases: what an event of the coordinator's log has changed. */
public final class RosterDifferences {

    private RosterDifferences() {}

    public static List<String> between(Roster before, Roster after) {
        var phrases = new ArrayList<String>();
        if (before.peers() != after.peers()) {
            after.peers().forEach((id, peer) -> {
                RosterPeer was = before.peers().get(id);
                if (was == null || was.state() != peer.state() || isAnotherPost(was, peer)) {
                    phrases.add("peer " + id + " " + state(peer));
                } else if (was.notice() != peer.notice()) {
                    phrases.add("peer " + id + " is told: "
                            + peer.notice().name().toLowerCase(Locale.ROOT).replace('_', ' '));
                }
            });
        }
        before.jobs().forEach((id, job) -> {
            if (!after.jobs().has(id)) {
                phrases.add("job " + id + (after.finished().has(id) ? " is finished" : " is given up"));
            }
        });
        after.jobs().forEach((id, job) -> {
            JobProgress was = before.jobs().get(id);
            if (was == null) {
                phrases.add("job " + id + " is planned with "
                        + Phrases.count(job.tasks().size(), "task"));
            } else if (was != job) {
                completed(was, job).forEach(task -> phrases.add("task " + id + "/" + task + " is complete"));
            }
        });
        return phrases;
    }

    private static boolean isAnotherPost(RosterPeer was, RosterPeer now) {
        Post post = now.post();
        return post != null && !was.isAt(post);
    }

    private static List<String> completed(JobProgress was, JobProgress now) {
        return now.tasks().values().stream()
                .filter(TaskProgress::complete)
                .filter(task -> {
                    TaskProgress before = was.tasks().get(task.planned().name());
                    return before == null || !before.complete();
                })
                .map(task -> task.planned().name().text())
                .toList();
    }

    /** The state of a peer, with its task. */
    public static String state(RosterPeer peer) {
        String at = at(peer.post());
        return switch (peer.state()) {
            case IDLE -> "is idle";
            case ACKING -> "is offered" + at;
            case ACTIVE -> "runs" + at;
            case WAITING -> "waits, having drained" + at;
            case SEALING -> "seals" + at;
            case REVOKED -> "is revoked";
            case DEAD -> "is dead";
        };
    }

    private static String at(@Nullable Post post) {
        return post == null ? "" : " " + post.job() + "/" + post.task();
    }
}
