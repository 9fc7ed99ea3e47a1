package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.SortedTable;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who receives the output of a job's tasks, at one fence.
 *
 * @param fence the position of the entry that last changed any place of the job; frames of an older one are dropped
 * @param receivers for each task its peers by slot
 */
public record Routes(long fence, SortedTable<TaskName, List<Receiver>> receivers) {

    /** A peer that takes segments for a task, and where it is reached. */
    public record Receiver(int slot, PeerId peer, @Nullable Site site) {}
}
