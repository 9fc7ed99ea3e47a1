package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;

/** A kind of input that jobs name; found by {@link java.util.ServiceLoader}. */
public interface InputProvider {

    /** The name in the job, such as {@code lines}. */
    String name();

    /**
     * Looks at the parameters before anything runs.
     *
     * @throws IllegalArgumentException that says what is wrong with them
     */
    void check(Parameters parameters);

    Input open(TaskContext context) throws Exception;
}
