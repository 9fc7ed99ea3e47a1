package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Queue;

/**
 * Input plugin {@code udp-lines}: the lines of UDP datagrams; the end of a datagram ends its last line.
 *
 * <p>Nothing tells a sender that a datagram was lost: on its way, because the job is slow, or with a process that had
 * received and not processed it.
 */
public final class UdpLines extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "udp-lines";

    public UdpLines() {
        super(ListeningInput.parameters(NAME), (parameters, context) -> new Socket(parameters));
    }

    @Override
    public boolean isReplayable() {
        return false;
    }

    private static final class Socket extends ListeningInput {

        Socket(Parameters parameters) throws UnknownHostException {
            super(NAME, parameters);
        }

        @Override
        Receiver listen(InetSocketAddress at) throws IOException {
            DatagramChannel channel = DatagramChannel.open();
            try {
                channel.configureBlocking(false);
                channel.bind(at);
                return new Datagrams(channel, maxLine);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    private static final class Datagrams implements ListeningInput.Receiver {

        /** Datagrams that one call takes. */
        private static final int TOGETHER = 64;

        /** No datagram is larger. */
        private static final int MOST_BYTES = 1 << 16;

        private final DatagramChannel channel;
        private final int maxLine;
        private final ByteBuffer datagram = ByteBuffer.allocate(MOST_BYTES);

        Datagrams(DatagramChannel channel, int maxLine) {
            this.channel = channel;
            this.maxLine = maxLine;
        }

        @Override
        public void receive(Queue<Object> lines) throws IOException {
            for (int i = 0; i < TOGETHER; i++) {
                datagram.clear();
                SocketAddress sender = channel.receive(datagram);
                if (sender == null) {
                    return;
                }
                var assembler = new LineAssembler(sender.toString(), maxLine);
                assembler.take(datagram.flip(), lines::add);
                assembler.end(lines::add);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
