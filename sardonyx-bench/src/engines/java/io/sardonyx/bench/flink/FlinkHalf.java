package io.sardonyx.bench.flink;

import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Trial;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskExecutorResourceUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.jspecify.annotations.Nullable;

/** W7 on one of two task managers with a slot each; the process of the first has the job manager as well. */
public final class FlinkHalf implements Half {

    static final int MANAGERS = 2;

    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    private @Nullable StandaloneSessionClusterEntrypoint jobManager;
    private @Nullable TaskManagerRunner taskManager;
    private @Nullable RestClusterClient<String> client;

    /** Where the job manager is to be found by task managers. */
    @Override
    public String listen() throws Exception {
        var configuration = Flink.configuration();
        configuration.set(JobManagerOptions.PORT, 0);
        var started = new StandaloneSessionClusterEntrypoint(configuration);
        jobManager = started;
        started.startCluster();
        configuration.set(RestOptions.PORT, started.getRestPort());
        client = new RestClusterClient<>(configuration, "bench");
        return Integer.toString(started.getRpcPort());
    }

    @Override
    public void join(int place, int processes, String port) throws Exception {
        Configuration configuration = TaskExecutorResourceUtils.adjustForLocalExecution(Flink.configuration());
        configuration.set(JobManagerOptions.PORT, Integer.parseInt(port));
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, 1);
        taskManager = new TaskManagerRunner(
                configuration,
                PluginUtils.createPluginManagerFromRootFolder(configuration),
                TaskManagerRunner::createTaskExecutorService);
        taskManager.start();
        while (client != null && client.getClusterOverview().get().getNumTaskManagersConnected() < processes) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void run(Trial trial) throws Exception {
        if (client != null) {
            var job = client.submitJob(Flink.plan(trial, null)).get();
            client.requestJobResult(job).get().toJobExecutionResult(FlinkHalf.class.getClassLoader());
        }
    }

    @Override
    public void close() {
        if (taskManager != null) {
            taskManager.closeAsync().join();
        }
        if (client != null && jobManager != null) {
            client.close();
            jobManager.closeAsync().join();
        }
    }
}
