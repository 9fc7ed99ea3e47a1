package io.sardonyx.engine;

import io.sardonyx.value.TaskName;

/** The way to one task: to all of its peers. */
interface Edge {

    TaskName to();

    /** Takes segments of the present root. */
    void route(Object[] segments, int from, int to) throws Unsendable;

    /** Takes one segment of the present root. */
    void route(Object segment) throws Unsendable;

    Lane[] lanes();
}
