package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.function.Results;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.TaskName;

/** Route to one downstream task: picks the peer, and so the output buffer, for each segment. */
interface TaskRoute {

    TaskName to();

    /** Routes segments of the present root; returns how many, without those refused. */
    int route(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception;

    /** Routes one segment of the present root. */
    void route(Object segment) throws Exception;

    /** Routes the one result of a run of another batch, as a run with the same root, ack value and origin. */
    void route(Object segment, Batch batch, int run) throws UnsendableSegment;

    /**
     * Routes the results of runs of one segment each without a copy of the runs, if each has one result and all of them
     * may go to the same peer; otherwise routes none, and returns false.
     */
    default boolean routeAll(Results results, Batch batch, int from, int to) {
        return false;
    }

    /** As {@link #route(Object[], int, int, UnsendableHandler)}, segment by segment. */
    default int routeEach(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception {
        int taken = 0;
        for (int i = from; i < end; i++) {
            try {
                route(segments[i]);
                taken++;
            } catch (UnsendableSegment e) {
                refusal.refuse(segments[i], e);
            }
        }
        return taken;
    }

    OutputBuffer[] buffers();
}
