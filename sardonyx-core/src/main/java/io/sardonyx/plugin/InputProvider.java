package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;

/** Service provider for a kind of input that jobs refer to by name; found by {@link java.util.ServiceLoader}. */
public interface InputProvider {

    /** The name in the job, such as {@code lines}. */
    String name();

    /**
     * Validates the parameters before the job runs.
     *
     * @throws IllegalArgumentException that tells what is wrong with them
     */
    void check(Parameters parameters);

    /** Opens an instance for one task on one peer. */
    Input open(TaskContext context) throws Exception;
}
