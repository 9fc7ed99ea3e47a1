package io.sardonyx.connect;

import io.sardonyx.plugin.Output;
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

    /** Throws what the consumer throws only for the first segment, so that it is known which one it was. */
    @Override
    public int write(Object[] segments, int from, int to) {
        int next = from;
        try {
            while (next < to) {
                consumer.accept(segments[next]);
                next++;
            }
        } catch (RuntimeException failure) {
            if (next == from) {
                throw failure;
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
