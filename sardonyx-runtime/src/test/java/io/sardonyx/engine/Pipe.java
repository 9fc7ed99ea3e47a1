package io.sardonyx.engine;

import io.sardonyx.exchange.Batch;
import io.sardonyx.exchange.BatchOutlet;
import io.sardonyx.exchange.Outlet;
import java.util.ArrayList;
import java.util.List;

/** Takes as much as it is allowed to and keeps it. */
final class Pipe<T> implements Outlet<T> {

    /** For where every segment can be sent. */
    static final Refusal UNASKED = (segment, why) -> {
        throw why;
    };

    final List<T> taken = new ArrayList<>();
    int room = Integer.MAX_VALUE;
    boolean closed;

    @Override
    public boolean offer(T item) {
        if (room == 0) {
            return false;
        }
        room--;
        taken.add(item);
        return true;
    }

    @Override
    public void close() {
        closed = true;
    }

    static BatchOutlet outlet(Pipe<Batch> pipe) {
        return new BatchOutlet() {
            @Override
            public boolean offer(Batch batch) {
                return pipe.offer(batch);
            }

            @Override
            public void close() {
                pipe.close();
            }
        };
    }
}
