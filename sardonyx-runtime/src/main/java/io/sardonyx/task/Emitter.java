package io.sardonyx.task;

import io.sardonyx.condition.Destination;
import io.sardonyx.condition.FlowConditions;
import io.sardonyx.task.TaskRoute.UnsendableHandler;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Fan-out of a task's results to the routes of all downstream tasks, at one fence. */
final class Emitter {

    private final AckValues ackValues;
    private final TaskRoute[] edges;
    /* The routes that take segments by default, without a flow condition that decides. */
    private final TaskRoute[] usual;
    private final OutputBuffer[] buffers;
    private long emitted;

    Emitter(AckValues ackValues, List<TaskRoute> edges, @Nullable FlowConditions flow) {
        this.ackValues = ackValues;
        this.edges = edges.toArray(TaskRoute[]::new);
        this.usual = IntStream.range(0, edges.size())
                .filter(i -> flow == null || flow.isUsual(i))
                .mapToObj(edges::get)
                .toArray(TaskRoute[]::new);
        var all = new ArrayList<OutputBuffer>();
        edges.forEach(edge -> all.addAll(List.of(edge.buffers())));
        this.buffers = all.toArray(OutputBuffer[]::new);
    }

    /** Emits segments of the present root to all default routes. */
    void emit(Object[] segments, int from, int to, UnsendableHandler refusal) throws Exception {
        for (TaskRoute edge : usual) {
            emitted += edge.route(segments, from, to, refusal);
        }
    }

    /** Emits a segment to the routes that a flow condition chose. */
    void emit(Destination route, UnsendableHandler refusal) throws Exception {
        for (int i = 0; i < edges.length; i++) {
            if (route.goesTo(i)) {
                try {
                    edges[i].route(route.segment());
                    emitted++;
                } catch (UnsendableSegment e) {
                    refusal.refuse(route.segment(), e);
                }
            }
        }
    }

    /** Emits a segment to one downstream task, whether it is a default route or not. */
    void emitTo(TaskName task, Object segment) throws UnsendableSegment {
        for (TaskRoute edge : edges) {
            if (edge.to().equals(task)) {
                edge.route(segment);
                emitted++;
            }
        }
    }

    /** Ends the run of the present root in all buffers; the xor of all values given for it, for its ack. */
    long endRun() {
        for (OutputBuffer buffer : buffers) {
            buffer.endRun();
        }
        return ackValues.given();
    }

    /** Number of segments emitted so far, counted once per downstream task. */
    long emitted() {
        return emitted;
    }

    /** Whether no full batch waits for room in a channel. */
    boolean isClear() {
        for (OutputBuffer buffer : buffers) {
            if (!buffer.isClear()) {
                return false;
            }
        }
        return true;
    }

    /** Whether all buffers are empty, partly filled batches included. */
    boolean isEmpty() {
        for (OutputBuffer buffer : buffers) {
            if (!buffer.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Retries batches that had no room; whether any was sent. */
    boolean send() {
        boolean sent = false;
        for (OutputBuffer buffer : buffers) {
            sent |= buffer.send();
        }
        return sent;
    }

    /** Sends partly filled batches as well; whether any was sent. */
    boolean flush() {
        boolean sent = false;
        for (OutputBuffer buffer : buffers) {
            sent |= buffer.flush();
        }
        return sent;
    }

    /** Passes on the roots of segments that are buffered here. */
    void held(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.held(roots);
        }
    }

    /** Passes on the roots of segments that were sent and may have been lost in a channel. */
    void lost(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.lost(roots);
        }
    }

    /** Passes on the roots of buffered segments that will never be sent, because the task restarts. */
    void abandon(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.abandon(roots);
        }
    }
}
