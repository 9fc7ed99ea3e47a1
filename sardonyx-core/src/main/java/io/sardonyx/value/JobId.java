package io.sardonyx.value;

/** Id of a job, unique from its submission until long after its end. */
public final class JobId extends Id<JobId> {

    private JobId(String text) {
        super(text);
    }

    public static JobId of(String text) {
        return new JobId(text);
    }
}
