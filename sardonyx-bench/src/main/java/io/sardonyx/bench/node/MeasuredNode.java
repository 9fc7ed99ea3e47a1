package io.sardonyx.bench.node;

import java.io.IOException;

/** A node whose figures can be asked for, in this process or in one of its own. */
interface MeasuredNode extends AutoCloseable {

    /** What a node has used: see {@link CountingStore} and the JVM. */
    record Figures(long calls, long changes, long cpuNanos, long liveBytes, long held) {}

    String token();

    Figures figures() throws IOException;

    /** After a collection. */
    Figures collected() throws IOException;

    /** Ends it at once, as if it had died. */
    @Override
    void close();
}
