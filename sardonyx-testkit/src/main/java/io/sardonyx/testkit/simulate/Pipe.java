package io.sardonyx.testkit.simulate;

import io.sardonyx.exchange.Inlet;
import io.sardonyx.exchange.Outlet;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A channel over a link: what waits at its end and what is on its way there share its room. */
final class Pipe<T> implements Inlet<T>, Outlet<T> {

    private final Link link;
    private final int capacity;
    private final ArrayDeque<T> arrived = new ArrayDeque<>();
    private int coming;
    private boolean closed;

    Pipe(Link link, int capacity) {
        this.link = link;
        this.capacity = capacity;
        link.add(this);
    }

    @Override
    public boolean offer(T item) {
        if (!link.isUp() || isFull()) {
            return false;
        }
        coming++;
        link.send(() -> arrive(item));
        return true;
    }

    /** Nobody takes what comes for a fence that is left. */
    private void arrive(T item) {
        coming = Math.max(0, coming - 1);
        if (!closed) {
            arrived.add(item);
        }
    }

    /** The link broke: what was on its way never comes. */
    void forget() {
        coming = 0;
    }

    @Override
    public @Nullable T poll() {
        return arrived.poll();
    }

    @Override
    public boolean isFull() {
        return coming + arrived.size() >= capacity;
    }

    @Override
    public void close() {
        closed = true;
    }
}
