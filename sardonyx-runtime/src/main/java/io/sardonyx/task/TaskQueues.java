package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.job.Job;
import io.sardonyx.task.KeyedRoute.KeyGrouping;
import io.sardonyx.task.queue.QueueSource;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of a task of a queued job: a buffer for each queue or lane of its downstream tasks. */
public final class TaskQueues implements TaskWiring {

    private final Job job;
    private final TaskName task;
    private final QueueSource source;

    public TaskQueues(TaskDefinition plan, QueueSource source) {
        this.job = plan.job();
        this.task = plan.self().task();
        this.source = source;
    }

    @Override
    public List<TaskRoute> routes(AckValues ackValues, int batchSize, Map<TaskName, KeyGrouping> keys) {
        var routes = new ArrayList<TaskRoute>();
        int together = Math.max(batchSize, ChannelLimits.SEGMENTS_TOGETHER);
        for (TaskName behind : job.behind(task)) {
            OutputBuffer[] lanes = source.lanes(behind).stream()
                    .map(lane -> new OutputBuffer(behind, source.sender(lane), ackValues, batchSize, together))
                    .toArray(OutputBuffer[]::new);
            KeyGrouping key = keys.get(behind);
            routes.add(key == null ? new ShuffledRoute(behind, lanes) : new KeyedRoute(behind, key, lanes, lanes));
        }
        return routes;
    }

    /** A task of a queued job acks to itself only. */
    @Override
    public AckBuffer acks(@Nullable ChannelSender<Acks> own) {
        return new AckBuffer(List.of(own == null ? source.own() : own));
    }
}
