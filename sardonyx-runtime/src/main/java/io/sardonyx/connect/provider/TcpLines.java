package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.Queue;

/**
 * Input plugin {@code tcp-lines}: the lines that arrive over TCP connections.
 *
 * <p>Lines cannot be read again: those that a process had received and not processed are lost when it dies. Senders
 * reconnect to whoever listens next.
 */
public final class TcpLines extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "tcp-lines";
    static final String CONNECTIONS = "connections";

    private static final int DEFAULT_CONNECTIONS = 100;
    private static final int MOST_CONNECTIONS = 10_000;

    public TcpLines() {
        super(
                ListeningInput.parameters(NAME).whole(CONNECTIONS, 1, MOST_CONNECTIONS),
                (parameters, context) -> new Server(parameters));
    }

    @Override
    public boolean isReplayable() {
        return false;
    }

    private static final class Server extends ListeningInput {

        private final int connections;

        Server(Parameters parameters) throws UnknownHostException {
            super(NAME, parameters);
            this.connections = parameters
                    .whole(CONNECTIONS)
                    .orElse((long) DEFAULT_CONNECTIONS)
                    .intValue();
        }

        @Override
        Receiver listen(InetSocketAddress at) throws IOException {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                server.configureBlocking(false);
                server.bind(at);
                return new Connections(server, Selector.open(), maxLine, connections);
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
        }
    }

    /** All connections; each read takes one chunk of one of them, so a fast sender does not keep others waiting. */
    private static final class Connections implements ListeningInput.Receiver {

        private static final int CHUNK_BYTES = 1 << 14;

        private final ServerSocketChannel server;
        private final Selector selector;
        private final SelectionKey accepting;
        private final int maxLine;
        private final int most;
        private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);

        Connections(ServerSocketChannel server, Selector selector, int maxLine, int most) throws IOException {
            this.server = server;
            this.selector = selector;
            this.maxLine = maxLine;
            this.most = most;
            this.accepting = server.register(selector, SelectionKey.OP_ACCEPT);
        }

        @Override
        public void receive(Queue<Object> lines) throws IOException {
            // Beyond the limit senders wait in the backlog of the operating system.
            accepting.interestOps(selector.keys().size() > most ? 0 : SelectionKey.OP_ACCEPT);
            selector.selectNow();
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key == accepting) {
                    accept();
                } else if (key.isValid()) {
                    read(key, lines);
                }
            }
        }

        private void accept() throws IOException {
            SocketChannel connection = server.accept();
            if (connection != null) {
                connection.configureBlocking(false);
                connection.register(
                        selector,
                        SelectionKey.OP_READ,
                        new LineAssembler(String.valueOf(connection.getRemoteAddress()), maxLine));
            }
        }

        private void read(SelectionKey key, Queue<Object> lines) throws IOException {
            var assembler = (LineAssembler) key.attachment();
            int count;
            chunk.clear();
            try {
                count = ((SocketChannel) key.channel()).read(chunk);
            } catch (IOException e) {
                count = -1; // reset by the sender
            }
            assembler.take(chunk.flip(), lines::add);
            if (count < 0) {
                assembler.end(lines::add);
                key.channel().close();
            }
        }

        @Override
        public void close() throws IOException {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        }
    }
}
