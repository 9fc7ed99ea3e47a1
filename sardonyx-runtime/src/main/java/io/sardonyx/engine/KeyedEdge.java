package io.sardonyx.engine;

import io.sardonyx.function.KeyFunction;
import io.sardonyx.segment.KeyGroups;
import io.sardonyx.value.TaskName;

/** Segments with the same key go to the same peer. */
final class KeyedEdge implements Edge {

    private final TaskName to;
    private final KeyFunction keys;
    private final KeyGroups groups;
    private final Lane[] lanes;
    /* The lane of each slot; of a slot that nobody holds, that of the next one. */
    private final Lane[] bySlot;

    KeyedEdge(TaskName to, Keying keying, Lane[] lanes, Lane[] bySlot) {
        this.to = to;
        this.keys = keying.keys();
        this.groups = keying.groups();
        this.lanes = lanes;
        this.bySlot = bySlot;
    }

    @Override
    public TaskName to() {
        return to;
    }

    @Override
    public void route(Object[] segments, int from, int end) throws Unsendable {
        for (int i = from; i < end; i++) {
            lane(segments[i], i).add(segments[i], i);
        }
    }

    @Override
    public void route(Object segment) throws Unsendable {
        lane(segment, 0).add(segment, 0);
    }

    private Lane lane(Object segment, int index) throws Unsendable {
        try {
            return bySlot[KeyGroups.indexOf(groups.of(keys.key(segment)), bySlot.length)];
        } catch (Throwable e) {
            throw Unsendable.withoutKey(to, index, e);
        }
    }

    @Override
    public Lane[] lanes() {
        return lanes;
    }
}
