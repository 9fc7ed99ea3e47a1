package io.sardonyx.task.input;

import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.Rewound;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Figures of an input in a job with checkpoints, for people: what it has read that is in no complete checkpoint yet and
 * that a rewind takes back, and, at the keeper, those of the latest checkpoint from fence to fence.
 *
 * <p>No decision depends on it. Confined to the thread of the task's turn.
 */
final class InputFigures {

    private final ArrayDeque<Root> roots = new ArrayDeque<>();
    /* At the keeper, the figures of the checkpoint that everybody has started from. */
    private CheckpointFigures former = CheckpointFigures.NONE;
    private Rewound rewound = Rewound.NONE;
    /* Whether it has begun under a fence, so that it knows what it has read when the next one comes. */
    private boolean begun;

    /** What was read between two marks, and when the first of it was. */
    private static final class Root {
        private final long number;
        private final long sinceNanos;
        private long segments;

        Root(long number, long sinceNanos) {
            this.number = number;
            this.sinceNanos = sinceNanos;
        }
    }

    /** Notes that segments were read, which the checkpoint of that number will have. */
    void read(long number, int segments, long nowNanos) {
        Root last = roots.peekLast();
        if (last == null || last.number != number) {
            last = new Root(number, nowNanos);
            roots.add(last);
        }
        last.segments += segments;
    }

    /** Notes that a checkpoint is complete. */
    void committed(long number) {
        while (!roots.isEmpty() && roots.element().number <= number) {
            roots.remove();
        }
    }

    /**
     * Notes a new fence.
     *
     * @param keeper whether this peer is the keeper under it
     * @param progress of the keeper under the former fence, if it was this one
     */
    void connect(TaskOrders orders, boolean keeper, @Nullable CheckpointProgress progress) {
        long base = orders.checkpoints().baseNumber();
        CheckpointFigures last = progress == null ? former : progress.figures();
        if (!keeper) {
            former = CheckpointFigures.NONE;
        } else {
            former = last.number() == base ? last.expired(0) : CheckpointFigures.of(base);
        }
    }

    /** Takes back what was read behind the checkpoint from which everybody starts at a new fence. */
    void begin(TaskOrders orders, long nowNanos) {
        committed(orders.checkpoints().baseNumber());
        long segments = 0;
        for (Root root : roots) {
            segments += root.segments;
        }
        long nanos = roots.isEmpty() ? 0 : nowNanos - roots.element().sinceNanos;
        roots.clear();
        rewound = begun ? new Rewound(orders.fence(), segments, TimeUnit.NANOSECONDS.toMillis(nanos)) : Rewound.NONE;
        begun = true;
    }

    /** Those of the checkpoint from which everybody has started. */
    CheckpointFigures former() {
        return former;
    }

    /** @param progress of the keeper, if it is this peer and has begun */
    CheckpointFigures now(TaskOrders orders, @Nullable CheckpointProgress progress) {
        CheckpointFigures figures = progress == null ? former : progress.figures();
        return figures.with(orders.checkpoints().rewinds().count(), rewound);
    }
}
