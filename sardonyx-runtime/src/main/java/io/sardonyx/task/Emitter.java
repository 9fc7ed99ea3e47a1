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

/** Where the segments of a task go, at one fence. */
final class Emitter {

    private final AckValues ackValues;
    private final TaskRoute[] edges;
    /* Those that take what no condition says otherwise of. */
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

    /** Takes segments of the present root. */
    void emit(Object[] segments, int from, int to, UnsendableHandler refusal) throws Exception {
        for (TaskRoute edge : usual) {
            emitted += edge.route(segments, from, to, refusal);
        }
    }

    /** Takes a segment where its route says. */
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

    /** Takes a segment for the task of that name. */
    void emitTo(TaskName task, Object segment) throws UnsendableSegment {
        for (TaskRoute edge : edges) {
            if (edge.to().equals(task)) {
                edge.route(segment);
                emitted++;
            }
        }
    }

    /** Nothing more of the present root; the xor of all values given for it. */
    long endRun() {
        for (OutputBuffer buffer : buffers) {
            buffer.endRun();
        }
        return ackValues.given();
    }

    /** How many segments were taken so far, counted for each task they go to. */
    long emitted() {
        return emitted;
    }

    boolean isClear() {
        for (OutputBuffer buffer : buffers) {
            if (!buffer.isClear()) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        for (OutputBuffer buffer : buffers) {
            if (!buffer.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    boolean send() {
        boolean sent = false;
        for (OutputBuffer buffer : buffers) {
            sent |= buffer.send();
        }
        return sent;
    }

    boolean flush() {
        boolean sent = false;
        for (OutputBuffer buffer : buffers) {
            sent |= buffer.flush();
        }
        return sent;
    }

    /** Tells the roots of what was not sent yet. */
    void held(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.held(roots);
        }
    }

    /** Tells the roots of what was sent and may never arrive. */
    void lost(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.lost(roots);
        }
    }

    /** Tells the roots of what is not sent and is not going to be. */
    void abandon(LongConsumer roots) {
        for (OutputBuffer buffer : buffers) {
            buffer.abandon(roots);
        }
    }
}
