package io.sardonyx.cli.demo;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.Map;

/** A view of the demonstration. */
interface DemoView extends AutoCloseable {

    /** Instead of a number of peers: the group is not a member any more. */
    long GONE = -1;

    /**
     * The state to display.
     *
     * @param groups number of assigned peers of each group, or {@link #GONE}
     * @param written orders that reached the output
     * @param all orders in total
     * @param again duplicates that reached the output
     */
    record State(long millis, Map<GroupId, Long> groups, List<TaskReport> tasks, long written, long all, long again) {}

    void happened(DemoEvent happening);

    /** An entry of the log, read after the group was killed. */
    void read(Entry<Replica> entry, Change<Replica> change);

    void look(State state);

    /** Ends the drawing; further output is lines. */
    @Override
    void close();
}
