package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import java.util.List;
import java.util.TreeMap;

/**
 * How far the partitions of an input were read at marks whose checkpoints are not complete yet, which is to be told to
 * their plugins. Confined to the thread of the task's turn.
 */
final class MarkedPositions {

    private final TreeMap<Long, List<Position>> marks = new TreeMap<>();

    private record Position(PartitionReader reader, Checkpoint reached) {}

    /** Notes how far the partitions are read at the mark of a checkpoint. */
    void mark(long number, List<PartitionReader> readers, long fence) {
        marks.put(
                number,
                readers.stream()
                        .map(reader -> new Position(reader, reader.reached(fence)))
                        .toList());
    }

    /** Tells the plugins which positions are within a complete checkpoint; whether there were any. */
    boolean tell(long complete) {
        boolean any = false;
        while (!marks.isEmpty() && marks.firstKey() <= complete) {
            marks.pollFirstEntry().getValue().forEach(each -> each.reader.written(each.reached));
            any = true;
        }
        return any;
    }

    void clear() {
        marks.clear();
    }
}
