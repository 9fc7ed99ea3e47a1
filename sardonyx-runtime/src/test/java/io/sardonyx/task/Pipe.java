package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.task.output.UnsendableHandler;
import java.util.ArrayList;
import java.util.List;

/** Takes as much as it is allowed to and keeps it. */
final class Pipe<T> implements ChannelSender<T> {

    /** For where every segment can be sent. */
    static final UnsendableHandler UNASKED = (segment, why) -> {
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

    static ChannelSender<Batch> sender(Pipe<Batch> pipe) {
        return new ChannelSender<Batch>() {
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
