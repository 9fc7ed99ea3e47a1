package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;

/**
 * Command: a process cannot run a job, since it lacks the jar, a class, a secret or a plugin, or does not know a key of
 * the job.
 *
 * <p>Submitter: the group itself. Replica: the plan leaves its peers out of the job until it has left the cluster; a
 * job that no member with peers is fit for is killed. Nothing for a job that is not live or a group that is no member.
 * Duties: work is assigned anew. Reactions: the peers that it had volunteer.
 */
public record DeclareUnfit(GroupId id, JobId job, String reason) implements Command {

    /**
     * Longest reason; longer ones are cut, so that a job with many faults makes no entry that exceeds the log's limit.
     */
    public static final int MAX_REASON = 2_000;

    public DeclareUnfit {
        reason = reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON);
    }

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null || !before.ring().isMember(id) || run.health().unfit().has(id)) {
            return before;
        }
        Run declared = run.with(run.health().withUnfit(id, reason));
        Replica after = before.with(before.jobs().with(declared));
        boolean fitSomewhere =
                after.peers().present().values().stream().anyMatch(peer -> declared.accepts(peer.group()));
        if (!fitSomewhere && !declared.health().held()) {
            return after.killing(declared, position, new Cause(reason, null, id.text()))
                    .settled(before, position);
        }
        return after.cluster().allocation() != Allocation.COORDINATED
                ? after.vacated(declared).settled(before, position)
                : after;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
