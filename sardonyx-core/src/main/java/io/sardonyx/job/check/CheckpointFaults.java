package io.sardonyx.job.check;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.Tuning;
import java.time.Duration;

/** What does not go together with checkpoints, where all that is read between two of them is acked as a whole. */
final class CheckpointFaults {

    private static final Part CHECKPOINT = Part.of("checkpoint");

    /** Longer intervals are taken for mistakes; so much would have to be done again after a crash. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Job job;
    private final FaultCollector found;

    CheckpointFaults(Job job, FaultCollector found) {
        this.job = job;
        this.found = found;
    }

    void check() {
        Job.Checkpointing checkpoint = job.checkpoint();
        if (checkpoint == null) {
            return;
        }
        Duration every = checkpoint.every();
        if (every.compareTo(Job.Checkpointing.SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
            found.add(
                    CHECKPOINT.at("every"),
                    "is " + every + ", but an interval is " + Job.Checkpointing.SHORTEST + " to " + LONGEST,
                    "take " + Job.Checkpointing.DEFAULT.every() + " unless you have measured");
        }
        checkKeeping(checkpoint);
        if (job.delivery() == Delivery.QUEUED) {
            found.add(
                    CHECKPOINT,
                    "is made of segments on their way from peer to peer, but this job is queued",
                    "leave out \"checkpoint\" or \"delivery\"");
        }
        if (!job.resumes().isEmpty()) {
            found.add(
                    CHECKPOINT,
                    "names the checkpoint to go on from",
                    "leave out \"resumes\": job resume and job submit --resume need it not");
        }
        job.catalog().forEach(this::check);
        for (int i = 0; i < job.flowConditions().size(); i++) {
            FlowCondition condition = job.flowConditions().get(i);
            if (condition.retry()) {
                found.add(
                        Part.of("flowConditions").item(i).at("retry"),
                        "emits a root again, but with checkpoints a root is all that is read between two of them",
                        "let the task retry by itself: onError: {retries: 3}");
            }
        }
    }

    private void checkKeeping(Job.Checkpointing checkpoint) {
        if (checkpoint.keep() < 1 || checkpoint.keep() > Job.Checkpointing.MOST_KEPT) {
            found.add(
                    CHECKPOINT.at("keep"),
                    "is " + checkpoint.keep() + ", but 1 to " + Job.Checkpointing.MOST_KEPT + " checkpoints are kept",
                    "take " + Job.Checkpointing.DEFAULT.keep() + ", and give those a name that are to stay: job keep");
        }
        if (checkpoint.timeout().compareTo(checkpoint.every()) < 0
                || checkpoint.timeout().compareTo(LONGEST) > 0) {
            found.add(
                    CHECKPOINT.at("timeout"),
                    "is " + checkpoint.timeout() + ", but is at least \"every\", which is " + checkpoint.every()
                            + ", and at most " + LONGEST,
                    "take " + Job.Checkpointing.DEFAULT.timeout() + " unless you have measured");
        }
    }

    private void check(CatalogEntry entry) {
        Part task = Part.task(entry.name());
        Tuning tuning = entry.tuning();
        String whole = "means nothing with checkpoints, where all that is read between two of them is one root";
        if (tuning.roots() != Tuning.DEFAULT.roots()) {
            found.add(task.at("roots"), whole, "leave it out");
        }
        if (tuning.attempts() != Tuning.DEFAULT.attempts()) {
            found.add(task.at("attempts"), whole, "let the task retry by itself: onError: {retries: 3}");
        }
        if (tuning.partitions() == Tuning.Partitions.CLAIMED) {
            found.add(
                    task.at("partitions"),
                    "are claimed by leases, which keep positions of their own beside the checkpoints",
                    "leave it out, or leave out \"checkpoint\"");
        }
    }
}
