package io.sardonyx.aeron;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of a wire, called when frames arrived, there is room again, or a link changed its state.
 *
 * <p>Called by the wire's thread, which they must not block. Thread-safe.
 */
final class LinkListeners {

    private static final Logger LOG = LoggerFactory.getLogger(LinkListeners.class);

    private final List<Wish> wishes = new CopyOnWriteArrayList<>();

    /** A registration, compared by identity so that one callback may be registered twice. */
    private record Wish(Runnable nudge) {}

    Watch add(Runnable nudge) {
        var wish = new Wish(nudge);
        wishes.add(wish);
        return () -> wishes.removeIf(it -> it == wish);
    }

    void nudge() {
        for (Wish wish : wishes) {
            try {
                wish.nudge.run();
            } catch (RuntimeException e) {
                LOG.warn("a nudge has thrown; others are nudged nevertheless", e);
            }
        }
    }
}
