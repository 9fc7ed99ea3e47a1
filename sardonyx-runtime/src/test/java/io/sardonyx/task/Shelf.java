package io.sardonyx.task;

import io.sardonyx.plugin.Partition;
import java.util.ArrayList;
import java.util.List;

/** The numbers from 0 on, up to an end that may be moved. */
public final class Shelf implements Partition {

    public final List<String> completed = new ArrayList<>();
    public long end;
    boolean closed;
    private long next;
    private boolean endless;

    public Shelf(long end) {
        this.end = end;
    }

    static Shelf endless() {
        var shelf = new Shelf(Long.MAX_VALUE);
        shelf.endless = true;
        return shelf;
    }

    public Shelf from(long position) {
        next = position;
        return this;
    }

    @Override
    public int poll(Object[] segments) {
        int count = 0;
        while (count < segments.length && next < end) {
            segments[count++] = next++;
        }
        return count;
    }

    @Override
    public String position() {
        return Long.toString(next);
    }

    @Override
    public boolean isAtEnd() {
        return !endless && next == end;
    }

    @Override
    public void completed(String position) {
        completed.add(position);
    }

    @Override
    public void close() {
        closed = true;
    }
}
