package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;

/**
 * Service provider for a kind of input that jobs refer to by name; found by {@link java.util.ServiceLoader}.
 *
 * <p>A jar has the name of its class in {@code META-INF/services/io.sardonyx.plugin.InputProvider}, a named module says
 * {@code provides io.sardonyx.plugin.InputProvider with com.acme.S3Provider}. The class is public, with a public
 * constructor without parameters.
 */
public interface InputProvider {

    /** The name in the job, such as {@code lines}. */
    String name();

    /**
     * Validates the parameters before the job runs.
     *
     * @throws IllegalArgumentException that tells what is wrong with them
     */
    void check(Parameters parameters);

    /**
     * Whether its inputs give again, from a position, what they have given behind it, also in another process. Of those
     * that do not, what was read since the latest checkpoint is lost when a job goes back to that; told to whoever
     * plans, submits or runs a job with checkpoints.
     */
    default boolean isReplayable() {
        return true;
    }

    /** Opens an instance for one task on one peer. */
    Input open(TaskContext context) throws Exception;
}
