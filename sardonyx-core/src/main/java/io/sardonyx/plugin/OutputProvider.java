package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;

/** A kind of output that jobs name; found by {@link java.util.ServiceLoader}. */
public interface OutputProvider {

    /** The name in the job, such as {@code files}. */
    String name();

    /**
     * Looks at the parameters before anything runs.
     *
     * @throws IllegalArgumentException that says what is wrong with them
     */
    void check(Parameters parameters);

    /**
     * Makes what it needs, such as a directory, before a job begins of which all tasks will run in this process.
     *
     * @throws IllegalArgumentException that says what cannot be made, and what to do
     */
    default void prepare(Parameters parameters) {}

    Output open(TaskContext context) throws Exception;
}
