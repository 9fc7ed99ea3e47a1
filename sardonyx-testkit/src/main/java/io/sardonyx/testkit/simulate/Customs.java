package io.sardonyx.testkit.simulate;

import io.sardonyx.exchange.Acks;
import io.sardonyx.exchange.Batch;
import io.sardonyx.exchange.Channel;
import io.sardonyx.exchange.Exchange;
import io.sardonyx.exchange.Inlet;
import io.sardonyx.exchange.Outlet;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches all exchanges of a world: what a peer takes was sent to it, on that channel at that fence, and comes once.
 */
final class Customs {

    private final IdentityHashMap<Object, Channel> underWay = new IdentityHashMap<>();
    private @Nullable String violation;

    /** Not thrown where it is found, for the engine takes that for a failure of the task. */
    void check() {
        if (violation != null) {
            throw new AssertionError(violation);
        }
    }

    Exchange watch(Exchange exchange) {
        return new Exchange() {
            @Override
            public Outlet<Batch> batchesTo(Channel channel) {
                return watched(channel, exchange.batchesTo(channel));
            }

            @Override
            public Inlet<Batch> batchesFrom(Channel channel) {
                return watched(channel, exchange.batchesFrom(channel));
            }

            @Override
            public Outlet<Acks> acksTo(Channel channel) {
                return watched(channel, exchange.acksTo(channel));
            }

            @Override
            public Inlet<Acks> acksFrom(Channel channel) {
                return watched(channel, exchange.acksFrom(channel));
            }
        };
    }

    private <T> Outlet<T> watched(Channel channel, Outlet<T> outlet) {
        return new Outlet<>() {
            @Override
            public boolean offer(T item) {
                boolean taken = outlet.offer(item);
                if (taken) {
                    underWay.put(item, channel);
                }
                return taken;
            }

            @Override
            public void close() {
                outlet.close();
            }
        };
    }

    private <T> Inlet<T> watched(Channel channel, Inlet<T> inlet) {
        return new Inlet<>() {
            @Override
            public @Nullable T poll() {
                T item = inlet.poll();
                if (item != null && !channel.equals(underWay.remove(item))) {
                    violation = channel + " gives what was not sent on it, or gives it again";
                }
                return item;
            }

            @Override
            public boolean isFull() {
                return inlet.isFull();
            }

            @Override
            public void close() {
                inlet.close();
            }
        };
    }
}
