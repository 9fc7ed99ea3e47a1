package io.sardonyx.task.state;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.SegmentSize;
import io.sardonyx.table.TaskTables;
import java.util.ArrayList;

/** The last mark of a job at a task that gives totals: batches of the keys of its state come first, then the mark. */
public final class LastMark {

    private final Batch mark;
    private final TaskTables.Keys keys;
    private boolean ended;

    public LastMark(Batch mark, TaskTables.Keys keys) {
        this.mark = mark;
        this.keys = keys;
    }

    /** The next keys, as segments; behind the last one the mark. */
    public Batch next(int most) {
        var some = new ArrayList<>();
        if (!ended) {
            ended = !keys.next(most, some::add);
        }
        if (some.isEmpty()) {
            return mark;
        }
        Batch batch = Batch.around(some.toArray(), 1, SegmentSize.of(some.toArray(), null, 0, some.size()));
        batch.endRun(some.size(), mark.markNumber(), 0, null);
        return batch;
    }
}
