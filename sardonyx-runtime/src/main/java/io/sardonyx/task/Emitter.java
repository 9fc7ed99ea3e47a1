package io.sardonyx.task;

import io.sardonyx.condition.FlowRules;
import io.sardonyx.condition.Route;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Where the segments of a task go, at one fence. */
final class Emitter {

    private final Emission emission;
    private final Edge[] edges;
    /* Those that take what no condition says otherwise of. */
    private final Edge[] usual;
    private final Lane[] lanes;
    private long emitted;

    Emitter(Emission emission, List<Edge> edges, @Nullable FlowRules flow) {
        this.emission = emission;
        this.edges = edges.toArray(Edge[]::new);
        this.usual = IntStream.range(0, edges.size())
                .filter(i -> flow == null || flow.isUsual(i))
                .mapToObj(edges::get)
                .toArray(Edge[]::new);
        var all = new ArrayList<Lane>();
        edges.forEach(edge -> all.addAll(List.of(edge.lanes())));
        this.lanes = all.toArray(Lane[]::new);
    }

    /** Takes segments of the present root. */
    void emit(Object[] segments, int from, int to, Refusal refusal) throws Exception {
        for (Edge edge : usual) {
            emitted += edge.route(segments, from, to, refusal);
        }
    }

    /** Takes a segment where its route says. */
    void emit(Route route, Refusal refusal) throws Exception {
        for (int i = 0; i < edges.length; i++) {
            if (route.goesTo(i)) {
                try {
                    edges[i].route(route.segment());
                    emitted++;
                } catch (Unsendable e) {
                    refusal.refuse(route.segment(), e);
                }
            }
        }
    }

    /** Takes a segment for the task of that name. */
    void emitTo(TaskName task, Object segment) throws Unsendable {
        for (Edge edge : edges) {
            if (edge.to().equals(task)) {
                edge.route(segment);
                emitted++;
            }
        }
    }

    /** Nothing more of the present root; the xor of all values given for it. */
    long endRun() {
        for (Lane lane : lanes) {
            lane.endRun();
        }
        return emission.given();
    }

    /** How many segments were taken so far, counted for each task they go to. */
    long emitted() {
        return emitted;
    }

    boolean isClear() {
        for (Lane lane : lanes) {
            if (!lane.isClear()) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        for (Lane lane : lanes) {
            if (!lane.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    boolean send() {
        boolean sent = false;
        for (Lane lane : lanes) {
            sent |= lane.send();
        }
        return sent;
    }

    boolean flush() {
        boolean sent = false;
        for (Lane lane : lanes) {
            sent |= lane.flush();
        }
        return sent;
    }

    /** Tells the roots of what was not sent yet. */
    void held(LongConsumer roots) {
        for (Lane lane : lanes) {
            lane.held(roots);
        }
    }

    /** Tells the roots of what was sent and may never arrive. */
    void lost(LongConsumer roots) {
        for (Lane lane : lanes) {
            lane.lost(roots);
        }
    }

    /** Tells the roots of what is not sent and is not going to be. */
    void abandon(LongConsumer roots) {
        for (Lane lane : lanes) {
            lane.abandon(roots);
        }
    }
}
