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
    private static final int BEATS_PER_SILENCE = 4;

    private final long silence;
    private final long period;
    private final Runnable beat;
    private final Runnable onSilence;
    private final BooleanSupplier listens;
    private final ScheduledFuture<?> ticking;
    private long heard = System.nanoTime();
    private long ticked = heard;

    /**
     * Starts at once.
     *
     * @param silence timeout after which the peer counts as dead
     * @param onSilence called on a timeout
     * @param listens false while reading is paused by back-pressure; then nothing can be received and no timeout counts
     */
    Heartbeat(EventLoop loop, Duration silence, Runnable beat, Runnable onSilence, BooleanSupplier listens) {
        this.silence = silence.toNanos();
        this.period = this.silence / BEATS_PER_SILENCE;
        this.beat = beat;
        this.onSilence = onSilence;
        this.listens = listens;
        this.ticking = loop.scheduleWithFixedDelay(this::tick, period, period, TimeUnit.NANOSECONDS);
    }

    /** Records that something was received. */
    void heard() {
        heard = System.nanoTime();
    }

    void stop() {
        ticking.cancel(false);
    }

    private void tick() {
        long now = System.nanoTime();
        boolean late = now - ticked > 2 * period;
        ticked = now;
        if (!late && listens.getAsBoolean() && now - heard > silence) {
            onSilence.run(); // not if this process was paused: then received bytes may still be unread
        } else {
            beat.run();
        }
    }
}
