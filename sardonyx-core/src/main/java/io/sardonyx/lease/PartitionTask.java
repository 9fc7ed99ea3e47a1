package io.sardonyx.lease;

import io.sardonyx.value.table.SortedTable;

/**
 * Work of a partition, as data: the name of a function that the nodes have, and arguments. Never serialized code, which
 * would execute anything that was written into the store.
 */
public record PartitionTask(String function, SortedTable<String, String> arguments) {

    public PartitionTask {
        if (function.isBlank()) {
            throw new IllegalArgumentException("a task names its function");
        }
    }
}
