package io.sardonyx.port;

/**
 * Registration of a watch callback; closing it, which is idempotent, removes the callback. A call that is already under
 * way may still come. A callback runs on a thread of the store or the wire, so it must return quickly and only signal
 * its own thread.
 */
public interface Watch extends AutoCloseable {

    @Override
    void close();
}
