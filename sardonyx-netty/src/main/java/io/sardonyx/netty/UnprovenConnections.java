package io.sardonyx.netty;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Set;

/** Connections that have not proved themselves yet: so many and no more, the oldest has to go first. */
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
