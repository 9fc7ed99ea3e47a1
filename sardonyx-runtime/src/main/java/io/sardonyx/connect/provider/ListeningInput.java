package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Spread;
import io.sardonyx.plugin.Unavailable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Input that listens at a port: one partition, read by one process of all, which never ends. Nothing is read before it
 * is polled, so senders wait, or lose datagrams, when the job is slow.
 */
abstract class ListeningInput implements Input {

    static final String HOST = "host";
    static final String PORT = "port";

    /** Default limit of a line's bytes. */
    static final int MAX_LINE = 1 << 16;

    /** Largest limit of a line's bytes, which each connection may have to keep. */
    static final int MOST_LINE = 1 << 24;

    static final int MOST_PORT = 65_535;

    private final String name;
    private final InetSocketAddress address;
    final int maxLine;

    ListeningInput(String name, Parameters parameters) throws UnknownHostException {
        this.name = name;
        int port = parameters.whole(PORT).orElseThrow().intValue();
        String host = parameters.text(HOST).orElse(null);
        this.address = host == null
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(host, port);
        this.maxLine =
                parameters.whole(FileInput.MAX_LINE).orElse((long) MAX_LINE).intValue();
    }

    /** The parameters that all of them have. */
    static PluginParameters parameters(String plugin) {
        return PluginParameters.by(plugin)
                .whole(PORT, 1, MOST_PORT)
                .required(PORT)
                .text(HOST)
                .whole(FileInput.MAX_LINE, 1, MOST_LINE);
    }

    /** Reads what has arrived. */
    interface Receiver extends AutoCloseable {

        /** Adds lines to the queue, at most those of a few reads, without waiting. */
        void receive(Queue<Object> lines) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Begins to listen. */
    abstract Receiver listen(InetSocketAddress at) throws IOException;

    @Override
    public List<String> partitions() {
        return List.of(name);
    }

    @Override
    public Spread spread() {
        return Spread.ONE;
    }

    @Override
    public Partition open(String partition, @Nullable String position) throws IOException {
        long from = position == null ? 0 : Positions.parse(position);
        String where = address.getHostString() + ":" + address.getPort();
        try {
            return new Lines(listen(address), from);
        } catch (BindException e) {
            // A predecessor may still be about to close it.
            throw new Unavailable(
                    name + ": port " + address.getPort() + " cannot be had at " + where + ": " + e.getMessage(), e);
        } catch (IOException | UnresolvedAddressException e) {
            throw new IOException(name + ": cannot listen at " + where + ": " + e, e);
        }
    }

    /** Lines as they arrive; a position is their number, which says nothing about what a successor gets. */
    private static final class Lines implements Partition {

        private final Receiver receiver;
        private final Queue<Object> ready = new ArrayDeque<>();
        private long count;
        private boolean bad;

        Lines(Receiver receiver, long count) {
            this.receiver = receiver;
            this.count = count;
        }

        @Override
        public int poll(Object[] segments) throws IOException {
            if (ready.isEmpty()) {
                receiver.receive(ready);
            }
            int polled = 0;
            bad = false;
            for (; polled < segments.length && !ready.isEmpty(); polled++) {
                Object line = ready.remove();
                bad |= line instanceof BadRecord;
                segments[polled] = line instanceof BadRecord it
                        ? new BadRecord(Long.toString(count + polled), it.text(), it.cause())
                        : line;
            }
            count += polled;
            return polled;
        }

        @Override
        public boolean hasBadRecords() {
            return bad;
        }

        @Override
        public String position() {
            return Long.toString(count);
        }

        @Override
        public boolean isAtEnd() {
            return false;
        }

        @Override
        public void close() throws IOException {
            receiver.close();
        }
    }
}
