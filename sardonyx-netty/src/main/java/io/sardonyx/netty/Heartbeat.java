package io.sardonyx.netty;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The heartbeat of a connection: sends one periodically, and detects a timeout of the peer. Confined to the event loop.
 */
final class Heartbeat {

    /** Heartbeats sent per timeout. */
    private static final int BEATS_PER_TIMEOUT = 4;

    private final long silence;
    private final long period;
    private final Runnable beat;
    private final Runnable onTimeout;
    private final BooleanSupplier isReading;
    private final ScheduledFuture<?> ticks;
    private long lastReceived = System.nanoTime();
    private long lastTick = lastReceived;

    /**
     * Starts at once.
     *
     * @param silence timeout after which the peer counts as dead
     * @param onTimeout called on a timeout
     * @param isReading false while reading is paused by back-pressure; then nothing can be received and no timeout
     *     counts
     */
    Heartbeat(EventLoop loop, Duration silence, Runnable beat, Runnable onTimeout, BooleanSupplier isReading) {
        this.silence = silence.toNanos();
        this.period = this.silence / BEATS_PER_TIMEOUT;
        this.beat = beat;
        this.onTimeout = onTimeout;
        this.isReading = isReading;
        this.ticks = loop.scheduleWithFixedDelay(this::tick, period, period, TimeUnit.NANOSECONDS);
    }

    /** Records that something was received. */
    void received() {
        lastReceived = System.nanoTime();
    }

    void stop() {
        ticks.cancel(false);
    }

    private void tick() {
        long now = System.nanoTime();
        boolean late = now - lastTick > 2 * period;
        lastTick = now;
        if (!late && isReading.getAsBoolean() && now - lastReceived > silence) {
            onTimeout.run(); // not if this process was paused: then received bytes may still be unread
        } else {
            beat.run();
        }
    }
}
