package io.sardonyx.task;

import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Unavailable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Somebody else's server, from which jobs read numbers and to which they write. Public, since jobs name its methods.
 */
public final class Shop {

    static final String SELF = "io.sardonyx.task.Shop::";

    final List<Object> stored = new ArrayList<>();
    final List<String> completed = new ArrayList<>();
    final List<String> positions = new ArrayList<>();
    final Set<Object> open = new HashSet<>();
    /** Whether a call of that name finds it away. */
    Predicate<String> away = call -> false;

    long end = 20;
    int opened;
    int calls;
    boolean sealed;

    private void call(String name) throws Unavailable {
        calls++;
        if (away.test(name)) {
            throw new Unavailable("the shop is closed for " + name);
        }
    }

    public static Input reading(@Param("shop") Shop shop) throws Unavailable {
        shop.call("open input");
        return shop.new Reading();
    }

    public static Output writing(@Param("shop") Shop shop) throws Unavailable {
        shop.call("open output");
        return shop.new Writing();
    }

    private final class Reading implements Input {

        Reading() {
            opened++;
            open.add(this);
        }

        @Override
        public List<String> partitions() throws Unavailable {
            call("partitions");
            return List.of("even", "odd");
        }

        @Override
        public Partition open(String partition, @Nullable String position) throws Unavailable {
            call("open partition");
            positions.add(partition + " " + position);
            return new Numbers(position == null ? (partition.equals("even") ? 0 : 1) : Long.parseLong(position));
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }

    /** Every second number, from one on. */
    private final class Numbers implements Partition {

        private long next;

        Numbers(long next) {
            this.next = next;
            open.add(this);
        }

        @Override
        public int poll(Object[] segments) throws Unavailable {
            call("poll");
            int count = 0;
            while (count < Math.min(3, segments.length) && next < end) {
                segments[count++] = next;
                next += 2;
            }
            return count;
        }

        @Override
        public String position() {
            return Long.toString(next);
        }

        @Override
        public boolean isAtEnd() {
            try {
                call("isAtEnd");
            } catch (Unavailable e) {
                throw new UncheckedIOException(e);
            }
            return next >= end;
        }

        @Override
        public void completed(String position) throws Unavailable {
            call("completed");
            completed.add(position);
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }

    /** Keeps what it was given until it is asked to settle it. */
    private final class Writing implements Output {

        private final List<Object> kept = new ArrayList<>();
        private long settled;

        Writing() {
            opened++;
            open.add(this);
        }

        @Override
        public int write(Object[] segments, int from, int to) throws Unavailable {
            call("write");
            kept.add(segments[from]);
            return 1;
        }

        @Override
        public long settled() throws Unavailable {
            call("settled");
            stored.addAll(kept);
            settled += kept.size();
            kept.clear();
            return settled;
        }

        @Override
        public void seal() throws Unavailable {
            call("seal");
            sealed = true;
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }
}
