package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.function.Results;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.TaskName;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Route to a downstream task by round-robin: peers of the same process are preferred, and of these one without a queue.
 */
final class ShuffledRoute implements TaskRoute {

    private final TaskName to;
    private final OutputBuffer[] buffers;
    /* Buffers of the same process first. */
    private final OutputBuffer[] nearFirst;
    private final int near;
    private int next;

    ShuffledRoute(TaskName to, OutputBuffer[] buffers) {
        this.to = to;
        this.buffers = buffers;
        this.nearFirst = Arrays.stream(buffers)
                .sorted(Comparator.comparing(buffer -> !buffer.isNear()))
                .toArray(OutputBuffer[]::new);
        this.near = (int) Arrays.stream(buffers).filter(OutputBuffer::isNear).count();
    }

    @Override
    public TaskName to() {
        return to;
    }

    @Override
    public int route(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        return end - from == 1
                ? routeEach(segments, from, end, refusal)
                : end - from - buffer().add(segments, from, end, refusal);
    }

    @Override
    public void route(Object segment) throws UnsendableSegment {
        buffer().add(segment);
    }

    @Override
    public void route(Object segment, Batch batch, int run) throws UnsendableSegment {
        buffer().add(segment, batch, run);
    }

    @Override
    public boolean routeAll(Results results, Batch batch, int from, int to) {
        return from == 0 && to == batch.runs() && results.isOneEach(to) && buffer().addAll(results, batch);
    }

    private OutputBuffer buffer() {
        if (buffers.length == 1) {
            return buffers[0];
        }
        OutputBuffer clear = clear(0, near);
        if (clear == null) {
            clear = clear(near, buffers.length);
        }
        return clear == null ? nearFirst[next] : clear;
    }

    /** The next buffer in a range that has no queue, or null. */
    private @Nullable OutputBuffer clear(int from, int end) {
        for (int i = from; i < end; i++) {
            next = next < from || next + 1 >= end ? from : next + 1;
            if (nearFirst[next].isClear()) {
                return nearFirst[next];
            }
        }
        return null;
    }

    @Override
    public OutputBuffer[] buffers() {
        return buffers;
    }
}
