package io.sardonyx.netty;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who want to know when something came. */
final class ArrivalListeners {

    private static final Logger LOG = LoggerFactory.getLogger(ArrivalListeners.class);

    /** Each wish is told apart from another for the same nudge. */
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
