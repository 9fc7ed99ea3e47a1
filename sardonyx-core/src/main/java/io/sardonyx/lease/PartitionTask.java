package io.sardonyx.lease;

import io.sardonyx.value.SortedTable;

/**
 * What to do with a partition, as data: a function that the nodes know by name, and arguments. Never serialized code,
 * which would run whatever somebody wrote into the store.
 */
public record PartitionTask(String function, SortedTable<String, String> arguments) {

    public PartitionTask {
        if (function.isBlank()) {
            throw new IllegalArgumentException("a task names its function");
        }
    }
}
