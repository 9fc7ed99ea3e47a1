package io.sardonyx.engine;

import io.sardonyx.value.TaskName;

/** Any peer will do: one after another, but rather one that has room. */
final class ShuffledEdge implements Edge {

    private final TaskName to;
    private final Lane[] lanes;
    private int next;

    ShuffledEdge(TaskName to, Lane[] lanes) {
        this.to = to;
        this.lanes = lanes;
    }

    @Override
    public TaskName to() {
        return to;
    }

    @Override
    public void route(Object[] segments, int from, int end) throws Unsendable {
        lane().add(segments, from, end);
    }

    @Override
    public void route(Object segment) throws Unsendable {
        lane().add(segment, 0);
    }

    private Lane lane() {
        if (lanes.length == 1) {
            return lanes[0];
        }
        for (int i = 0; i < lanes.length; i++) {
            next = next + 1 == lanes.length ? 0 : next + 1;
            if (lanes[next].isClear()) {
                break;
            }
        }
        return lanes[next];
    }

    @Override
    public Lane[] lanes() {
        return lanes;
    }
}
