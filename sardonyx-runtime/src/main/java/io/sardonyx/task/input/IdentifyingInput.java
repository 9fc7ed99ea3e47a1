package io.sardonyx.task.input;

import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Identified;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decorator of an input that adds to each segment its identity: partition and position. It polls one segment at a time,
 * since only a position between two segments is independent of what was read together.
 */
public record IdentifyingInput(Input around) implements Input {

    @Override
    public List<String> partitions() throws Exception {
        return around.partitions();
    }

    @Override
    public Partition open(String partition, @Nullable String position) throws Exception {
        return new Identifying(partition, around.open(partition, position), around.blocks());
    }

    @Override
    public boolean blocks() {
        return around.blocks();
    }

    @Override
    public void close() throws IOException {
        around.close();
    }

    /** Decorator of one partition. */
    private static final class Identifying implements Partition {

        private final String name;
        private final Partition around;
        private final boolean waits;
        /* Scratch array for one segment. */
        private final @Nullable Object[] one = new Object[1];
        private boolean bad;

        Identifying(String name, Partition around, boolean waits) {
            this.name = name;
            this.around = around;
            this.waits = waits;
        }

        /** Polls several segments if the input does not block; otherwise one, since the next poll might block. */
        @Override
        public int poll(Object[] segments) throws Exception {
            int most = waits ? Math.min(1, segments.length) : segments.length;
            int polled = 0;
            bad = false;
            while (polled < most && !around.isAtEnd()) {
                String position = around.position();
                Object segment = next();
                if (segment == null) {
                    break;
                }
                bad |= around.hasBadRecords();
                segments[polled++] = segment instanceof BadRecord ? segment : new Identified<>(name, position, segment);
            }
            return polled;
        }

        @SuppressWarnings("NullAway") // an array to be filled
        private @Nullable Object next() throws Exception {
            Object segment = around.poll(one) == 0 ? null : one[0];
            one[0] = null;
            return segment;
        }

        @Override
        public long restNanos() {
            return around.restNanos();
        }

        @Override
        public boolean hasBadRecords() {
            return bad;
        }

        @Override
        public String position() {
            return around.position();
        }

        @Override
        public boolean isAtEnd() {
            return around.isAtEnd();
        }

        @Override
        public Extent extent() {
            return around.extent();
        }

        @Override
        public void completed(String position) throws Exception {
            around.completed(position);
        }

        @Override
        public void close() throws IOException {
            around.close();
        }
    }
}
