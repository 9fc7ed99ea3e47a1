package io.sardonyx.task;

import io.sardonyx.channel.Channels;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.port.Broker;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Services of a process that all its tasks share; each must be thread-safe.
 *
 * @param exchange channels to the other peers of a job
 * @param executor thread pool that gives turns to task loops
 * @param resources objects that the process's owner provides to functions and plugins, by name
 * @param clock monotonic time in nanoseconds
 * @param wallClock time of day, by which state expires that processes hand on to each other
 * @param stateBudget memory that the state of all tasks may take
 * @param seeds random numbers, from any thread
 * @param brokers connections to the brokers for queued jobs, opened by the first call
 * @param secrets resolves and redacts the secrets that jobs refer to
 */
public record ProcessResources(
        FunctionLoader functions,
        PluginRegistry plugins,
        Channels exchange,
        TaskExecutor executor,
        Map<String, Object> resources,
        LongSupplier clock,
        InstantSource wallClock,
        StateBudget stateBudget,
        LongSupplier seeds,
        Supplier<List<Broker>> brokers,
        Secrets secrets) {

    /** Executor of task loops: gives each loop turns, one thread at a time, until it is over. */
    public interface TaskExecutor {

        /** Schedules a loop; from any thread. A loop's turns must be ordered by happens-before. */
        void add(TaskLoop loop);
    }
}
