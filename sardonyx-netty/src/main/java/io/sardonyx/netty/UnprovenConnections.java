package io.sardonyx.netty;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The connections that are not authenticated yet: a bounded set, from which the oldest is evicted and closed. Confined
 * to the event loop.
 */
final class UnprovenConnections {

    private static final int MOST = 64;

    private final Set<Channel> waiting = new LinkedHashSet<>();

    void add(Channel channel) {
        if (waiting.size() == MOST) {
            Channel oldest = waiting.iterator().next();
            waiting.remove(oldest);
            oldest.close();
        }
        waiting.add(channel);
    }

    void remove(Channel channel) {
        waiting.remove(channel);
    }
}
