package io.sardonyx.connect;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import java.util.function.Consumer;

/**
 * Hands every segment to somebody; when the call returns the segment is settled, for what happens to it then is that
 * somebody's affair.
 */
public final class ConsumerOutput implements Output {

    private final Consumer<Object> consumer;
    private long taken;

    public ConsumerOutput(Consumer<Object> consumer) {
        this.consumer = consumer;
    }

    /** What the consumer throws is about the segment that it was given. */
    @Override
    public int write(Object[] segments, int from, int to) throws Refused {
        int next = from;
        try {
            while (next < to) {
                consumer.accept(segments[next]);
                next++;
            }
        } catch (RuntimeException failure) {
            if (next == from) {
                throw new Refused(failure);
            }
        }
        taken += next - from;
        return next - from;
    }

    @Override
    public long settled() {
        return taken;
    }
}
