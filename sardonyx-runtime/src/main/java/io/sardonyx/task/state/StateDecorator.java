package io.sardonyx.task.state;

import io.sardonyx.function.KeyedState;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.serial.Codecs;
import io.sardonyx.table.TaskTables;
import io.sardonyx.value.Assignment;
import org.jspecify.annotations.Nullable;

/**
 * Decorator of the state of tasks, for simulations that watch what functions and checkpoints do with it. It is one of
 * the resources of the process, if there is one.
 */
public interface StateDecorator {

    /** Its name among the resources of the process. */
    String RESOURCE = "sardonyx.state.decorator";

    /** The tables of a task, as its checkpoints use them. */
    default TaskTables decorated(Assignment self, TaskTables tables) {
        return tables;
    }

    /**
     * The state as a function of a task sees it.
     *
     * @param keys says which key a segment has; null if what the function is called with is the key itself, or there is
     *     one key only
     * @param codecs serialization of the job's segments
     */
    KeyedState decorated(Assignment self, KeyedState state, @Nullable KeyFunction keys, Codecs codecs);
}
