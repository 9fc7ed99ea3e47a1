package io.sardonyx.function;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a method gives, in one partition. Its position is how many were read: who goes on has the method called
 * again and leaves out as many.
 */
final class SuppliedInput implements Input {

    private final Callable<Object> method;

    SuppliedInput(Callable<Object> method) {
        this.method = method;
    }

    @Override
    public List<String> partitions() {
        return List.of("all");
    }

    @Override
    public Partition open(String partition, @Nullable String position) throws Exception {
        Object source = method.call();
        var opened = new Supplied(iterator(source), source);
        long read = position == null ? 0 : Long.parseLong(position);
        while (opened.count < read && opened.segments.hasNext()) {
            opened.segments.next();
            opened.count++;
        }
        return opened;
    }

    private static Iterator<?> iterator(Object source) {
        if (source instanceof Iterable<?> iterable) {
            return iterable.iterator();
        }
        return source instanceof Stream<?> stream ? stream.iterator() : (Iterator<?>) source;
    }

    /** What is left of it. */
    private static final class Supplied implements Partition {

        private final Iterator<?> segments;
        private final Object source;
        private long count;

        Supplied(Iterator<?> segments, Object source) {
            this.segments = segments;
            this.source = source;
        }

        @Override
        public int poll(Object[] into) {
            int polled = 0;
            while (polled < into.length && segments.hasNext()) {
                into[polled++] = segments.next();
            }
            count += polled;
            return polled;
        }

        @Override
        public String position() {
            return Long.toString(count);
        }

        @Override
        public boolean isAtEnd() {
            return !segments.hasNext();
        }

        @Override
        public void close() {
            if (source instanceof Stream<?> stream) {
                stream.close();
            }
        }
    }
}
