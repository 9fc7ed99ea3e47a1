package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Refused;
import java.util.function.Consumer;

/**
 * Output that passes every segment to a {@link Consumer}. A segment is settled when the call returns: what becomes of
 * it later is the consumer's responsibility.
 */
public final class ConsumerOutput implements Output {

    private final Consumer<Object> consumer;
    private long taken;

    public ConsumerOutput(Consumer<Object> consumer) {
        this.consumer = consumer;
    }

    /** An exception of the consumer counts against the segment that it was given; those before are taken. */
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
