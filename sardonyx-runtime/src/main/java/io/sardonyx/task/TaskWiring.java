package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.task.KeyedRoute.KeyGrouping;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connections of a task: the routes on which its results leave, and the buffer for its acks. */
public interface TaskWiring {

    /** Routes to the downstream tasks, in the order of the workflow. */
    List<TaskRoute> routes(AckValues ackValues, int batchSize, Map<TaskName, KeyGrouping> keys);

    /**
     * The buffer of acks.
     *
     * @param own takes the acks of a task to itself, which need no channel
     */
    AckBuffer acks(@Nullable ChannelSender<Acks> own);
}
