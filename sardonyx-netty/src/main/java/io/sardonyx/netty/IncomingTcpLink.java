package io.sardonyx.netty;

import io.netty.channel.Channel;
import io.sardonyx.value.Site;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** One link from elsewhere, as it is shared by the wire's thread, which reads, and the one that polls. */
final class IncomingTcpLink {

    /** How many bytes may wait for a poll before reading stops. */
    static final int HIGH = 1 << 20;

    private static final int LOW = HIGH / 2;

    private final Site from;
    private final Channel channel;
    private final Runnable onResume;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean paused;
    private volatile boolean condemned;

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

    /** On the wire's thread: so many more bytes wait. */
    void came(int bytes) {
        if (waiting.addAndGet(bytes) > HIGH && !paused) {
            paused = true;
            channel.config().setAutoRead(false);
            resume();
        }
    }

    /** On the polling thread: so many fewer bytes wait. */
    void polled(int bytes) {
        if (waiting.addAndGet(-bytes) < LOW && paused) {
            try {
                channel.eventLoop().execute(this::resume);
            } catch (RejectedExecutionException closed) {
                // there is nothing more to read
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

    /** On the polling thread: its reader wants no more of it. */
    void condemn() {
        condemned = true;
        channel.close();
    }

    boolean isCondemned() {
        return condemned;
    }
}
