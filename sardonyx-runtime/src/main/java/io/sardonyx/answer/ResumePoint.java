package io.sardonyx.answer;

import io.sardonyx.client.JobStatus;
import io.sardonyx.json.BadInput;
import io.sardonyx.replica.Jobs;
import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Where a job is resumed: {@code JOB}, {@code JOB@NAME} or {@code JOB@N}.
 *
 * @param job as it is now
 * @param checkpoint its name or number; null for the latest
 */
public record ResumePoint(JobStatus job, @Nullable String checkpoint) {

    /**
     * Finds what a word means. What is behind the last {@code @} is a checkpoint, unless a job has the whole word as
     * id.
     *
     * @throws BadInput when there is no such job, or nothing on one side of the {@code @}
     */
    public static ResumePoint named(String word, Jobs jobs) {
        int at = word.lastIndexOf('@');
        if (at < 0 || jobs.knows(JobId.of(word))) {
            return new ResumePoint(Subject.jobNamed(JobId.of(word), jobs), null);
        }
        String job = word.substring(0, at);
        String checkpoint = word.substring(at + 1);
        if (job.isBlank() || checkpoint.isBlank()) {
            throw new BadInput("\"" + word + "\" is no job with a checkpoint; say JOB, JOB@NAME or JOB@N");
        }
        return new ResumePoint(Subject.jobNamed(JobId.of(job), jobs), checkpoint);
    }
}
