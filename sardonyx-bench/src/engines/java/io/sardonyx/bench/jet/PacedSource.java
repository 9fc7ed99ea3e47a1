package io.sardonyx.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Pace;
import org.jspecify.annotations.Nullable;

/** Emits what is due and returns: a source that waited would hold up the tasks that share its thread. */
final class PacedSource extends AbstractProcessor {

    private final long inputs;
    private final long perSecond;
    private @Nullable Pace pace;
    private @Nullable Event made;
    private long next;

    PacedSource(long inputs, long perSecond) {
        this.inputs = inputs;
        this.perSecond = perSecond;
    }

    @Override
    public boolean complete() {
        Pace started = pace == null ? new Pace(System.nanoTime(), perSecond) : pace;
        pace = started;
        Board.begin();
        long now = System.nanoTime();
        while (next < inputs && started.due(next) <= now) {
            if (made == null) {
                made = started.event(next);
            }
            if (!tryEmit(made)) {
                return false;
            }
            made = null;
            next++;
        }
        return next == inputs;
    }
}
