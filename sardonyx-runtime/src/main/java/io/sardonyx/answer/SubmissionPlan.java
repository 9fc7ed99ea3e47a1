package io.sardonyx.answer;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.json.BadInput;
import io.sardonyx.replay.SchedulingOutcome;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a submission: what it would change, tried on a copy of the replica.
 *
 * @param position of the entry behind which it was tried
 * @param after the replica that would follow
 * @param changes one phrase each
 * @param outcome who would do which task, and why
 */
public record SubmissionPlan(long position, Replica after, List<String> changes, SchedulingOutcome outcome) {

    /** Whether it tells the peer of each place; where peers volunteer, it tells their number only. */
    public boolean isExact() {
        return after.cluster().allocation() == Allocation.PLANNED;
    }

    /**
     * Tries to submit a job.
     *
     * @param resumed an ended job that it goes on from, under the next free id; null if it is new
     * @throws BadInput when the cluster has the job already
     */
    public static SubmissionPlan of(ReplicaView view, Outline job, @Nullable JobId resumed) {
        Replica before = view.replica();
        if (resumed == null && before.jobs().knows(job.id())) {
            throw new BadInput("the cluster has a job " + job.id() + " already; submitting it changes nothing");
        }
        Outline planned = resumed == null ? job : job.as(AdminClient.nextFree(before.jobs(), resumed));
        Replica after = new SubmitJob(planned).apply(before, view.position() + 1);
        return new SubmissionPlan(
                view.position(), after, ReplicaDifferences.between(before, after), SchedulingOutcome.of(after));
    }
}
