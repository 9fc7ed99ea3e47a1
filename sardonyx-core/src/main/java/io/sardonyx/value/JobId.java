package io.sardonyx.value;

/**
 * Id of a job, unique from its submission until long after its end.
 *
 * <p>{@code JobId.of("words")}; a job has its name as id unless it gets another.
 */
public final class JobId extends Id<JobId> {

    private JobId(String text) {
        super(text);
    }

    public static JobId of(String text) {
        return new JobId(text);
    }
}
