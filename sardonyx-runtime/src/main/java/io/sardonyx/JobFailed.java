package io.sardonyx;

import io.sardonyx.client.Outcome;
import io.sardonyx.value.JobId;
import java.util.List;

/** A job ended without being complete, or something threw at its very end. */
public final class JobFailed extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Outcome outcome;

    JobFailed(JobId job, Outcome outcome, List<String> failuresAtEnd) {
        super("job " + job + ": " + outcome
                + (failuresAtEnd.isEmpty() ? "" : ", but " + String.join("; ", failuresAtEnd)));
        this.outcome = outcome;
    }

    /** How it ended. */
    public Outcome outcome() {
        return outcome;
    }
}
