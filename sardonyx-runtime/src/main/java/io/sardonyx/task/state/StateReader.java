package io.sardonyx.task.state;

import io.sardonyx.content.StatePart;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Blobs;
import io.sardonyx.serial.Codecs;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.StateFileReader;
import io.sardonyx.table.StateMatch;
import io.sardonyx.table.StateTables;
import io.sardonyx.task.input.StoreQuery;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the state of a task at a checkpoint outside of the job, from what is stored: for queries and for checks. */
public final class StateReader {

    private static final long PAUSE_NANOS = 200_000;

    private StateReader() {}

    /**
     * Reads the state of all peers into tables, which must be empty and have the same states, in whatever order. Waits
     * for the store of blobs.
     *
     * @param parts where the state of each peer is
     * @param blobs null if all of it is in the manifest
     * @param givesUp asked while it waits
     * @return false if it gave up
     */
    public static boolean read(
            StateTables tables, Codecs codecs, List<StatePart> parts, @Nullable Blobs blobs, BooleanSupplier givesUp) {
        var mailbox = new Mailbox();
        StoreQuery store = StoreQuery.ofState(mailbox, JobId.of("query"), TaskName.of("state"));
        var byName = new StateMatch(state -> false, state -> false);
        var reader = new StateFileReader(tables, codecs, byName);
        var loader = new StateLoader(reader, KeyGroupSet.ALL, parts, () -> blobs, store);
        while (!loader.tend(System.nanoTime())) {
            if (!mailbox.drain(System.nanoTime())) {
                if (givesUp.getAsBoolean()) {
                    return false;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return true;
    }
}
