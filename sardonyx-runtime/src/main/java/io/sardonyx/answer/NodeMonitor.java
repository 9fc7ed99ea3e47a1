package io.sardonyx.answer;

import io.sardonyx.claim.NodeClient;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at nodes again and again, and computes rates from one look to the next. For one thread. */
public final class NodeMonitor {

    private final NodeClient client;
    private @Nullable NodeOverview last;
    private long lastNanos;

    public NodeMonitor(NodeClient client) {
        this.client = client;
    }

    /** The nodes now, with rates since the look before. */
    public NodeOverview look() {
        NodeOverview now = NodeOverview.read(client, System.currentTimeMillis());
        long nowNanos = System.nanoTime();
        NodeOverview before = last;
        double seconds = (double) (nowNanos - lastNanos) / TimeUnit.SECONDS.toNanos(1);
        last = now;
        lastNanos = nowNanos;
        return before == null || seconds <= 0 ? now : now.since(before, seconds);
    }
}
