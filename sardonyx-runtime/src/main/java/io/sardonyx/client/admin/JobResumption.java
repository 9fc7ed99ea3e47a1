package io.sardonyx.client.admin;

import io.sardonyx.client.CannotResume;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.client.Resumed;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.InputProgress;
import io.sardonyx.content.JobStore;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resumes an ended job under another id: copies its checkpoints for the new job, then submits that. A client that dies
 * in between leaves documents of an unknown job, which the {@link io.sardonyx.content.DocumentSweeper} deletes.
 */
final class JobResumption {

    private static final Pattern NUMBERED = Pattern.compile("(.+)-(\\d{1,9})");

    private final AdminClient client;
    private final InputProgress progress;
    private final JobStore contents;

    JobResumption(AdminClient client, InputProgress progress, JobStore contents) {
        this.client = client;
        this.progress = progress;
        this.contents = contents;
    }

    /** The next id after that of a job that is not in use: {@code words-2} for {@code words}, then {@code words-3}. */
    static JobId nextFree(Jobs jobs, JobId job) {
        Matcher numbered = NUMBERED.matcher(job.text());
        boolean later = numbered.matches() && jobs.knows(JobId.of(numbered.group(1)));
        String stem = later ? numbered.group(1) : job.text();
        int number = later ? Integer.parseInt(numbered.group(2)) + 1 : 2;
        while (jobs.knows(JobId.of(stem + "-" + number))) {
            number++;
        }
        return JobId.of(stem + "-" + number);
    }

    /** Positions of the partitions of an ended job that can be resumed. */
    List<PartitionProgress> reached(JobId job) {
        Ending ending = ended(client.founded().replica().jobs(), job);
        return client.answer(progress.read(ending.job()).toCompletableFuture());
    }

    Resumed resume(JobId job, @Nullable Job otherContent, JobSubmission submission) {
        Replica replica = client.founded().replica();
        Jobs jobs = replica.jobs();
        Ending ending = ended(jobs, job);
        Job before = client.answer(contents.read(ending.job()).toCompletableFuture());
        Job content = otherContent == null ? before : otherContent;
        requireSameInputs(ending.job(), content);
        var predecessors = new ArrayList<>(before.resumes());
        predecessors.add(job);
        JobId id = nextFree(jobs, job);
        boolean byReader = replica.cluster().format() > ClusterParameters.FIRST_FORMAT;
        int leftAsTheyAre =
                client.answer(progress.copy(ending.job(), id, jobs.completed().has(job), byReader)
                        .toCompletableFuture());
        Receipt receipt = submission.submit(content.as(id, predecessors), SubmitJob::new);
        return new Resumed(id, receipt, leftAsTheyAre);
    }

    private static void requireSameInputs(Outline before, Job content) {
        List<String> lost = before.inputs().stream()
                .filter(input -> content.catalog().stream()
                        .noneMatch(entry ->
                                entry.name().equals(input) && entry.task().input()))
                .map(Object::toString)
                .toList();
        if (!lost.isEmpty()) {
            throw new CannotResume("job " + before.id() + " read by " + String.join(", ", lost)
                    + ", which the new content does not have as input; keep the names of inputs, or submit it anew");
        }
    }

    private static Ending ended(Jobs jobs, JobId job) {
        Ending killed = jobs.killed().get(job);
        Ending ending = killed == null ? jobs.completed().get(job) : killed;
        if (ending != null) {
            return ending;
        }
        if (jobs.live().has(job)) {
            throw new CannotResume("job " + job + " has not ended, so there is nothing to resume");
        }
        throw new CannotResume(
                jobs.retired().has(job)
                        ? "content and checkpoints of job " + job
                                + " are deleted since gc or job forget; submit its file with --again"
                        : "there is no job " + job);
    }

    /** A receipt that tells whether the entry had an effect. */
    static Receipt receipt(Applied applied) {
        return new Receipt(applied.change().happened() ? Verdict.DONE : Verdict.ALREADY_SO, applied.position());
    }
}
