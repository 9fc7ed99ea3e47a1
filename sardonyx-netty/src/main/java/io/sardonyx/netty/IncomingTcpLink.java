package io.sardonyx.netty;

import io.netty.channel.Channel;
import io.sardonyx.value.Site;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The receiving end of a link: the flow-control state shared by the event loop, which reads, and the polling thread.
 *
 * <p>When more than {@link #HIGH} received bytes wait to be polled, reading from the socket is paused, so that TCP's
 * window exerts back-pressure on the sender; it resumes below {@link #LOW}.
 */
final class IncomingTcpLink {

    /** High watermark: received bytes that may be queued before reading is paused. */
    static final int HIGH = 1 << 20;

    /** Low watermark, below which reading resumes. */
    private static final int LOW = HIGH / 2;

    private final Site from;
    private final Channel channel;
    private final Runnable onResume;

    /** Received bytes that are not polled yet. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Written by the event loop only. */
    private volatile boolean paused;

    /** Written by the polling thread. */
    private volatile boolean rejected;

    IncomingTcpLink(Site from, Channel channel, Runnable onResume) {
        this.from = from;
        this.channel = channel;
        this.onResume = onResume;
    }

    Site from() {
        return from;
    }

    boolean isPaused() {
        return paused;
    }

    /** Adds queued bytes, and pauses reading above the high watermark; on the event loop. */
    void received(int bytes) {
        if (waiting.addAndGet(bytes) > HIGH && !paused) {
            paused = true;
            channel.config().setAutoRead(false);
            // The polling thread may have drained the queue before it could see the pause.
            resume();
        }
    }

    /** Subtracts polled bytes, and resumes reading below the low watermark; on the polling thread. */
    void polled(int bytes) {
        if (waiting.addAndGet(-bytes) < LOW && paused) {
            try {
                channel.eventLoop().execute(this::resume);
            } catch (RejectedExecutionException closed) {
                // the wire is closed: there is nothing more to read
            }
        }
    }

    private void resume() {
        if (paused && waiting.get() < LOW) {
            paused = false;
            onResume.run();
            channel.config().setAutoRead(true);
        }
    }

    /** Closes the connection, since the reader rejected a frame; on the polling thread. */
    void reject() {
        rejected = true;
        channel.close();
    }

    boolean isRejected() {
        return rejected;
    }
}
