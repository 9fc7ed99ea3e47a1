package io.sardonyx.task;

import io.sardonyx.value.TaskName;

/** The way to one task: to all of its peers. */
interface TaskRoute {

    TaskName to();

    /** Takes segments of the present root; how many of them, for some may be refused. */
    int route(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception;

    /** Takes one segment of the present root. */
    void route(Object segment) throws UnsendableSegment;

    /** As {@link #route(Object[], int, int, Refusal)}, each by itself. */
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
