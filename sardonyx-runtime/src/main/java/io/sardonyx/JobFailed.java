package io.sardonyx;

import io.sardonyx.client.Outcome;
import io.sardonyx.value.JobId;
import java.util.List;

/** Thrown when a job was killed, or when it is complete but a lifecycle threw at its end. */
public final class JobFailed extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Outcome outcome;

    JobFailed(JobId job, Outcome outcome, List<String> failuresAtEnd) {
        super("job " + job + ": " + outcome
                + (failuresAtEnd.isEmpty() ? "" : ", but " + String.join("; ", failuresAtEnd)));
        this.outcome = outcome;
    }

    /** How the job ended; {@link Outcome.Completed} when only a lifecycle failed. */
    public Outcome outcome() {
        return outcome;
    }
}
