package io.sardonyx.port;

/** A standing wish to be nudged; closing it ends it. A nudge that was on its way may still come. */
public interface Watch extends AutoCloseable {

    @Override
    void close();
}
