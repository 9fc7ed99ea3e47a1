package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Spread;
import io.sardonyx.plugin.TaskContext;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Input plugin {@code queue}: segments that tasks in the same process put into a queue, see
 * {@link io.sardonyx.node.SegmentQueue}. Each node reads its own queue, and never comes to an end.
 */
public final class QueueInput extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "queue";

    public QueueInput() {
        super(
                NamedResources.parameters(NAME),
                (parameters, context) -> new Segments(
                        context, parameters.text(NamedResources.NAME).orElseThrow()));
    }

    @Override
    public boolean isReplayable() {
        return false;
    }

    private record Segments(TaskContext context, String name) implements Input {

        @Override
        public List<String> partitions() {
            return List.of(NAME);
        }

        @Override
        public Spread spread() {
            return Spread.PER_NODE;
        }

        @Override
        public Partition open(String partition, @Nullable String position) {
            return new Reader(context, name, position);
        }
    }

    /** Reader of a queue that may not be there before a task asks for it. */
    private static final class Reader implements Partition {

        private final TaskContext context;
        private final String name;
        private final @Nullable String from;
        private @Nullable ProcessQueue queue;

        Reader(TaskContext context, String name, @Nullable String from) {
            this.context = context;
            this.name = name;
            this.from = from;
        }

        @Override
        public int poll(Object[] segments) throws IOException {
            ProcessQueue reading = queue;
            if (reading == null) {
                Object found = context.resource(ProcessQueue.resource(name)).orElse(null);
                if (!(found instanceof ProcessQueue there)) {
                    return 0;
                }
                there.open(from);
                queue = there;
                reading = there;
            }
            return reading.poll(segments);
        }

        @Override
        public String position() {
            ProcessQueue reading = queue;
            return reading != null ? reading.position() : from != null ? from : "0";
        }

        @Override
        public void completed(String position) {
            if (queue != null) {
                queue.settle(position);
            }
        }

        @Override
        public boolean isAtEnd() {
            return false;
        }

        @Override
        public void close() {
            if (queue != null) {
                queue.close();
                queue = null;
            }
        }
    }
}
