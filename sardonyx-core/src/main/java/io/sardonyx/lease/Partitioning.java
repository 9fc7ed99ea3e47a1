package io.sardonyx.lease;

import io.sardonyx.value.table.SortedTable;
import java.util.TreeMap;

/** Strategy that determines the partitions of an input, given the participating nodes. */
@FunctionalInterface
public interface Partitioning {

    /** The partitions that should exist, by name. */
    SortedTable<String, PartitionTask> wanted(NodeListDocument nodes);

    /** An input that cannot be divided: one partition that is never done. */
    static Partitioning single(String name, PartitionTask task) {
        var one = SortedTable.<String, PartitionTask>empty().with(name, task);
        return nodes -> one;
    }

    /** An input that divides itself among its readers: as many partitions as there are nodes. */
    static Partitioning perNode(String name, PartitionTask task) {
        return nodes -> {
            var partitions = new TreeMap<String, PartitionTask>();
            for (int i = 0; i < nodes.nodes().size(); i++) {
                partitions.put(name + "-" + i, task);
            }
            return SortedTable.of(partitions);
        };
    }

    /**
     * An input with a growing set of pieces, each of which is done eventually: those that its source reports as
     * outstanding.
     */
    static Partitioning pieces(SortedTable<String, PartitionTask> outstanding) {
        return nodes -> outstanding;
    }
}
