package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Routing table of a job: the receivers of each task, valid under one fence.
 *
 * @param fence log position of the entry that last changed any place of the job; frames with an older fence are dropped
 * @param receivers the peers of each task, by slot
 */
public record Routes(long fence, SortedTable<TaskName, List<Receiver>> receivers) {

    /** A peer that receives segments for a task, and its address. */
    public record Receiver(int slot, PeerId peer, @Nullable Site site) {

        /** Written out, as linking what a record has by itself takes milliseconds of every start. */
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || other instanceof Receiver that
                            && slot == that.slot
                            && peer.equals(that.peer)
                            && Objects.equals(site, that.site);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * slot + peer.hashCode()) + Objects.hashCode(site);
        }
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Routes that && fence == that.fence && receivers.equals(that.receivers);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(fence) + receivers.hashCode();
    }
}
