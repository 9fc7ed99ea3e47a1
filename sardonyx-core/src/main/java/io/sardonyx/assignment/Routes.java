package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Routing table of a job: the receivers of each task, valid under one fence.
 *
 * @param fence log position of the entry that last changed any place of the job; frames with an older fence are dropped
 * @param receivers the peers of each task, by slot
 */
public record Routes(long fence, SortedTable<TaskName, List<Receiver>> receivers) {

    /** A peer that receives segments for a task, and its address. */
    public record Receiver(int slot, PeerId peer, @Nullable Site site) {}
}
