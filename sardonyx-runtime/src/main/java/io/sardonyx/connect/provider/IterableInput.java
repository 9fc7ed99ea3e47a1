package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * Input that reads an Iterable, Iterator, stream or array as a single partition; its positions are numbers of segments.
 *
 * <p>Resuming calls the source again and skips the segments before the position, so a source must return the same
 * segments in the same order each time. It may be endless.
 */
public final class IterableInput implements Input {

    /** The name of the only partition. */
    static final String ALL = "all";

    private final String name;
    private final Callable<?> source;

    /**
     * Creates an input over a source that is called whenever the partition is opened.
     *
     * @param name of the source in messages
     * @param source returns an Iterable, Iterator, stream or array
     */
    public IterableInput(String name, Callable<?> source) {
        this.name = name;
        this.source = source;
    }

    @Override
    public List<String> partitions() {
        return List.of(ALL);
    }

    @Override
    public Partition open(String partition, @Nullable String position) throws Exception {
        Object given = source.call();
        var items = new Items(given, iterator(given));
        items.skip(position == null ? 0 : Positions.parse(position));
        return items;
    }

    private Iterator<?> iterator(@Nullable Object given) {
        if (given instanceof Iterable<?> items) {
            return items.iterator();
        }
        if (given instanceof Iterator<?> items) {
            return items;
        }
        if (given instanceof BaseStream<?, ?> items) {
            return items.iterator();
        }
        if (given instanceof Object[] items) {
            return Arrays.asList(items).iterator();
        }
        throw new IllegalStateException(name + " gave "
                + (given == null ? "null" : "a " + given.getClass().getName())
                + "; an Iterable, Iterator, Stream or array of objects was expected");
    }

    /** The only partition: an iterator with a count. */
    private final class Items implements Partition {

        private final @Nullable Object given;
        private final Iterator<?> items;
        private long count;
        private boolean atEnd;

        Items(@Nullable Object given, Iterator<?> items) {
            this.given = given;
            this.items = items;
        }

        void skip(long past) {
            while (count < past) {
                if (!items.hasNext()) {
                    throw new IllegalStateException(name + " gave " + past + " segments before, but only " + count
                            + " now; it must give the same again");
                }
                items.next();
                count++;
            }
        }

        @Override
        public int poll(Object[] segments) {
            int polled = 0;
            while (polled < segments.length && items.hasNext()) {
                Object segment = items.next();
                if (segment == null) {
                    throw new IllegalStateException(name + " gave null as segment " + (count + polled));
                }
                segments[polled++] = segment;
            }
            count += polled;
            atEnd = polled < segments.length;
            return polled;
        }

        @Override
        public String position() {
            return Long.toString(count);
        }

        @Override
        public Extent extent() {
            if (given instanceof Collection<?> all) {
                return new Extent(count, all.size());
            }
            return given instanceof Object[] all ? new Extent(count, all.length) : Extent.UNKNOWN;
        }

        @Override
        public boolean wantsCompleted() {
            return false;
        }

        @Override
        public boolean isAtEnd() {
            return atEnd;
        }

        @Override
        public void close() throws IOException {
            if (given instanceof BaseStream<?, ?> stream) {
                stream.close();
            } else if (given instanceof Closeable resource) {
                resource.close();
            }
        }
    }
}
