package io.sardonyx.port;

/**
 * Registration of a watch callback; closing it removes the callback. A call that is already under way may still come.
 */
public interface Watch extends AutoCloseable {

    @Override
    void close();
}
