package io.sardonyx.netty;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Says that this side is alive, and notices when the other side is not; on the wire's thread. */
final class Heartbeat {

    private static final int BEATS_PER_SILENCE = 4;

    private final long silence;
    private final long period;
    private final Runnable beat;
    private final Runnable onSilence;
    private final BooleanSupplier listens;
    private final ScheduledFuture<?> ticking;
    private long heard = System.nanoTime();
    private long ticked = heard;

    /** Begins at once; while it does not listen, it does not wonder that it hears nothing. */
    Heartbeat(EventLoop loop, Duration silence, Runnable beat, Runnable onSilence, BooleanSupplier listens) {
        this.silence = silence.toNanos();
        this.period = this.silence / BEATS_PER_SILENCE;
        this.beat = beat;
        this.onSilence = onSilence;
        this.listens = listens;
        this.ticking = loop.scheduleWithFixedDelay(this::tick, period, period, TimeUnit.NANOSECONDS);
    }

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
            onSilence.run(); // unless it was this process that stood still: then what they said still waits to be read
        } else {
            beat.run();
        }
    }
}
