package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.Refused;
import io.sardonyx.plugin.TaskContext;
import java.util.function.Consumer;

/** Output plugin {@code callback}: passes segments to a {@link Consumer} that the process provides under a name. */
public final class Callback extends BuiltinPlugin<Output> implements OutputProvider {

    public static final String NAME = "callback";

    public Callback() {
        super(NamedResources.parameters(NAME), (parameters, context) -> new ConsumerOutput(consumer(context)));
    }

    @SuppressWarnings("unchecked") // the job and the consumer have to agree on the type
    private static Consumer<Object> consumer(TaskContext context) {
        return (Consumer<Object>) NamedResources.named(context, Consumer.class, "a Consumer");
    }

    /**
     * Output that passes every segment to a {@link Consumer}. A segment is settled when the call returns: what becomes
     * of it later is the consumer's responsibility.
     */
    public static final class ConsumerOutput implements Output {

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
}
