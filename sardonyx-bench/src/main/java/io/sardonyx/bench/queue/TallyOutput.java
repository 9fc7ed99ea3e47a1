package io.sardonyx.bench.queue;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;

/** Output that adds up what arrives. */
public final class TallyOutput implements Output {

    private final QueueTally tally;
    private long taken;

    private TallyOutput(QueueTally tally) {
        this.tally = tally;
    }

    public static Output output(@Param("tally") QueueTally tally) {
        return new TallyOutput(tally);
    }

    @Override
    public int write(Object[] segments, int from, int to) {
        tally.add(segments, from, to);
        taken += to - from;
        return to - from;
    }

    @Override
    public long settled() {
        return taken;
    }
}
