package io.sardonyx.netty;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of a wire, called when frames arrived, a write queue has room again, or a link changed its state.
 *
 * <p>Listeners run on the event loop's thread or on that of a caller, so they must not block. Thread-safe.
 */
final class ArrivalListeners {

    private static final Logger LOG = LoggerFactory.getLogger(ArrivalListeners.class);

    /** A registration, with its own identity so that one callback may be registered twice. */
    private record Wish(Runnable nudge, Object self) {}

    private final List<Wish> wishes = new CopyOnWriteArrayList<>();

    Watch add(Runnable nudge) {
        var wish = new Wish(nudge, new Object());
        wishes.add(wish);
        return () -> wishes.remove(wish);
    }

    void nudge() {
        for (Wish wish : wishes) {
            try {
                wish.nudge().run();
            } catch (RuntimeException e) {
                LOG.warn("a nudge failed, and is ignored", e);
            }
        }
    }
}
