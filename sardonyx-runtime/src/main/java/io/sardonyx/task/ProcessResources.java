package io.sardonyx.task;

import io.sardonyx.channel.Channels;
import io.sardonyx.function.Functions;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.input.PluginRegistry;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What all tasks of a process share.
 *
 * @param resources what its owner provides to functions and plugins, by name
 * @param clock a monotonic one
 * @param seeds random numbers, for any thread
 * @param executor who gives the loops turns
 * @param secrets what the references of jobs stand for here
 */
public record ProcessResources(
        Functions functions,
        PluginRegistry plugins,
        Channels exchange,
        TaskExecutor executor,
        Map<String, Object> resources,
        LongSupplier clock,
        LongSupplier seeds,
        Secrets secrets) {}
