package io.sardonyx.task;

import io.sardonyx.value.TaskName;

/** The route to one downstream task: to all of its peers. */
interface TaskRoute {

    /** Decides what becomes of a segment that cannot be sent. */
    interface UnsendableHandler {

        void refuse(Object segment, Exception why) throws Exception;
    }

    TaskName to();

    /** Takes segments of the present root; how many of them, for some may be refused. */
    int route(Object[] segments, int from, int end, UnsendableHandler refusal) throws Exception;

    /** Takes one segment of the present root. */
    void route(Object segment) throws UnsendableSegment;

    /** As {@link #route(Object[], int, int, UnsendableHandler)}, each by itself. */
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
