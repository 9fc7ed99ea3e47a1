package io.sardonyx.lease;

import io.sardonyx.value.SortedTable;
import java.util.TreeMap;

/** Which partitions an input has, given who takes part: the three kinds of input are three answers to this. */
@FunctionalInterface
public interface Partitioning {

    SortedTable<String, PartitionTask> wanted(NodeListDocument nodes);

    /** An input that cannot be divided: one partition that is never done. */
    static Partitioning single(String name, PartitionTask task) {
        var one = SortedTable.<String, PartitionTask>empty().with(name, task);
        return nodes -> one;
    }

    /** An input that divides itself among its readers: as many partitions as there are nodes, whoever takes which. */
    static Partitioning perNode(String name, PartitionTask task) {
        return nodes -> {
            var partitions = new TreeMap<String, PartitionTask>();
            for (int i = 0; i < nodes.nodes().size(); i++) {
                partitions.put(name + "-" + i, task);
            }
            return SortedTable.of(partitions);
        };
    }

    /** An input that keeps bringing pieces, each of which is done some day: those its source says are outstanding. */
    static Partitioning pieces(SortedTable<String, PartitionTask> outstanding) {
        return nodes -> outstanding;
    }
}
