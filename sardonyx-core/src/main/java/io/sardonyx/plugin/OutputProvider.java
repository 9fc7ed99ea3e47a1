package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;

/**
 * Service provider for a kind of output that jobs refer to by name; found by {@link java.util.ServiceLoader}.
 *
 * <p>A jar has the name of its class in {@code META-INF/services/io.sardonyx.plugin.OutputProvider}, a named module
 * says {@code provides io.sardonyx.plugin.OutputProvider with com.acme.S3Provider}. The class is public, with a public
 * constructor without parameters.
 */
public interface OutputProvider {

    /** The name in the job, such as {@code files}. */
    String name();

    /**
     * Validates the parameters before the job runs.
     *
     * @throws IllegalArgumentException that tells what is wrong with them
     */
    void check(Parameters parameters);

    /**
     * Creates what the output needs, such as a directory, before a job starts whose tasks all run in this process.
     *
     * @throws IllegalArgumentException that tells what cannot be created, and what to do
     */
    default void prepare(Parameters parameters) {}

    /**
     * Whether its outputs implement {@link Output#prepare}, {@link Output#commit} and {@link Output#abort}, so that in
     * a job with checkpoints each result is shown once; told to whoever plans or submits a job.
     */
    default boolean isTransactional() {
        return false;
    }

    /**
     * Whether its outputs refuse what an instance writes under a lower {@link TaskContext#fence} than another one of
     * the same {@link TaskContext#writerId} has written under, also in a job without checkpoints; told to whoever
     * submits a job to nodes. Those of {@link TransactionalOutput} do.
     */
    default boolean checksFence() {
        return false;
    }

    /** Opens an instance for one task on one peer. */
    Output open(TaskContext context) throws Exception;
}
