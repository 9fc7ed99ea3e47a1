package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. How many partitions are open at once. */
@Timeout(60)
public class ManyPartitionsTest {

    private static final int PARTITIONS = 300;
    private static final int MOST_OPEN = 8;

    private final Books books = new Books();

    /** What is open now, and what ever was. */
    public static final class Books {

        private final Set<String> seen = ConcurrentHashMap.newKeySet();
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger mostOpen = new AtomicInteger();
    }

    /** Partitions of one number each, with an end or without. */
    public static Input numbers(@Param("ends") boolean ends, @Param("books") Books books) {
        return new Input() {
            @Override
            public List<String> partitions() {
                return IntStream.range(0, PARTITIONS).mapToObj(String::valueOf).toList();
            }

            @Override
            public Partition open(String partition, @Nullable String position) {
                books.seen.add(partition);
                books.mostOpen.accumulateAndGet(books.open.incrementAndGet(), Math::max);
                return new One(partition, ends, position != null, books);
            }
        };
    }

    private static final class One implements Partition {

        private final String name;
        private final boolean ends;
        private final Books books;
        private boolean read;

        One(String name, boolean ends, boolean read, Books books) {
            this.name = name;
            this.ends = ends;
            this.read = read;
            this.books = books;
        }

        @Override
        public int poll(Object[] segments) {
            if (read) {
                return 0;
            }
            read = true;
            segments[0] = Long.parseLong(name);
            return 1;
        }

        @Override
        public String position() {
            return read ? "1" : "0";
        }

        @Override
        public boolean isAtEnd() {
            return ends && read;
        }

        @Override
        public Extent extent() {
            return ends ? new Extent(read ? 1 : 0, 1) : Extent.UNKNOWN;
        }

        @Override
        public void close() {
            books.open.decrementAndGet();
        }
    }

    private static Job job(boolean ends) {
        return Job.named("many")
                .task(
                        "read",
                        it -> it.input(Call.to("io.sardonyx.ManyPartitionsTest::numbers")
                                        .with("ends", ends))
                                .peers(1))
                .output("write", Outputs.callback("out"))
                .path("read", "write")
                .build();
    }

    @Test
    void thoseWithAnEndAreOpenedAFewAtATimeAndClosedAtTheirEnd() throws InterruptedException {
        Set<Object> out = ConcurrentHashMap.newKeySet();
        try (Cluster cluster = Cluster.local(2)) {
            cluster.provide("books", books).provide("out", (Consumer<Object>) out::add);
            cluster.run(job(true));
        }
        assertThat(out).hasSize(PARTITIONS);
        assertThat(books.mostOpen).hasValueBetween(1, MOST_OPEN);
        assertThat(books.open).hasValue(0);
    }

    @Test
    void noneWithoutEndIsLeftForAnother() {
        Set<Object> out = ConcurrentHashMap.newKeySet();
        try (Cluster cluster = Cluster.local(2)) {
            cluster.provide("books", books).provide("out", (Consumer<Object>) out::add);
            cluster.submit(job(false));
            while (out.size() < PARTITIONS) {
                Thread.onSpinWait();
            }
        }
        assertThat(books.seen).hasSize(PARTITIONS);
        assertThat(books.open).hasValue(0);
    }
}
