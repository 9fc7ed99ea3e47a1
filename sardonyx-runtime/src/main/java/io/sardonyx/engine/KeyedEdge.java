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
    public void route(Object[] segments, int from, int end) throws Exception {
        for (int i = from; i < end; i++) {
            route(segments[i]);
        }
    }

    @Override
    public void route(Object segment) throws Exception {
        int group = groups.of(key(segment));
        bySlot[KeyGroups.indexOf(group, bySlot.length)].add(segment);
    }

    private Object key(Object segment) throws Exception {
        try {
            return keys.key(segment);
        } catch (Exception e) {
            throw new BadKey(to, segment, e);
        } catch (Throwable e) {
            throw new BadKey(to, segment, new IllegalStateException(e));
        }
    }

    @Override
    public Lane[] lanes() {
        return lanes;
    }
}
