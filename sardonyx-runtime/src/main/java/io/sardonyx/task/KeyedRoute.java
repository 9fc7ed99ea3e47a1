package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Batch;
import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.task.CombiningRoute.Combining;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/** Route to a downstream task by key: segments with the same key go to the same peer. */
final class KeyedRoute implements TaskRoute {

    /**
     * How segments are partitioned by key: the key function and the hash that maps keys to groups.
     *
     * @param combining how totals are added up before they are sent; null if segments are sent
     */
    record KeyGrouping(
            KeyFunction keys,
            KeyGroups groups,
            CallProgress progress,
            @Nullable Combining combining) {}

    private final TaskName to;
    private final KeyFunction keys;
    private final KeyGroups groups;
    private final CallProgress progress;
    private final OutputBuffer[] buffers;
    /* The buffer for each slot; for a vacant slot, that of the next slot that is held. */
    private final OutputBuffer[] bySlot;

    KeyedRoute(TaskName to, KeyGrouping keying, OutputBuffer[] buffers, OutputBuffer[] bySlot) {
        this.to = to;
        this.keys = keying.keys();
        this.groups = keying.groups();
        this.progress = keying.progress();
        this.buffers = buffers;
        this.bySlot = bySlot;
    }

    @Override
    public TaskName to() {
        return to;
    }

    /**
     * Two passes: picks a buffer for each segment, then fills buffer by buffer, so that the cost does not depend on how
     * keys alternate.
     */
    @Override
    public int route(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        if (end - from <= buffers.length) {
            return routeEach(segments, from, end, refusal);
        }
        int refused = 0;
        for (int start = from; start < end; start += OutputBuffer.MOST_PICKS) {
            refused += pick(segments, start, Math.min(end, start + OutputBuffer.MOST_PICKS), refusal);
            for (OutputBuffer buffer : buffers) {
                refused += buffer.addPicked(segments, refusal);
            }
        }
        return end - from - refused;
    }

    private int pick(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        int refused = 0;
        for (int i = from; i < end; i++) {
            try {
                buffer(segments[i]).pick(i);
            } catch (UnsendableSegment e) {
                refusal.refuse(segments[i], e);
                refused++;
            }
        }
        return refused;
    }

    @Override
    public void route(Object segment) throws UnsendableSegment {
        buffer(segment).add(segment);
    }

    @Override
    public void route(Object segment, Batch batch, int run) throws UnsendableSegment {
        buffer(segment).add(segment, batch, run);
    }

    /** Calls the user's key function, so anything may be thrown; that fails the segment, not the task. */
    private OutputBuffer buffer(Object segment) throws UnsendableSegment {
        progress.step();
        try {
            return buffer(groups.hash(keys.key(segment)));
        } catch (Throwable e) {
            throw UnsendableSegment.withoutKey(to, e);
        }
    }

    /** The buffer for a key with that hash. */
    OutputBuffer buffer(long hash) {
        return bySlot[KeyGroups.indexOf(KeyGroups.groupOf(hash), bySlot.length)];
    }

    @Override
    public OutputBuffer[] buffers() {
        return buffers;
    }
}
