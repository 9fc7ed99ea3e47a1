package io.sardonyx.cli.demo;

import io.sardonyx.content.TaskReport;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.Map;

/** How the demonstration is shown. */
interface DemoView extends AutoCloseable {

    /** In place of a number of peers: the group is no member any more. */
    long GONE = -1;

    /**
     * How it stands.
     *
     * @param groups how many peers of each group have work, or {@link #GONE}
     */
    record State(long millis, Map<GroupId, Long> groups, List<TaskReport> tasks, long written, long all, long again) {}

    void happened(DemoEvent happening);

    /** An entry of the log, read after the group was killed. */
    void read(Entry<Replica> entry, Change<Replica> change);

    void look(State state);

    /** Nothing more is drawn; what comes now are lines. */
    @Override
    void close();
}
