package io.sardonyx;

import io.sardonyx.client.Outcome;
import io.sardonyx.value.JobId;

/** A job ended without being complete. */
public final class JobFailed extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Outcome outcome;

    JobFailed(JobId job, Outcome outcome) {
        super("job " + job + ": " + outcome);
        this.outcome = outcome;
    }

    /** How it ended. */
    public Outcome outcome() {
        return outcome;
    }
}
