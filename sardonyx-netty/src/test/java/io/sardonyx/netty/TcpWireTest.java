package io.sardonyx.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.Site;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpWireTest {

    private static final ByteBuffer FRAME = ByteBuffer.allocate(1_000);

    @Test
    void isFoundByItsScheme() {
        assertThat(ServiceLoader.load(WireProvider.class))
                .extracting(WireProvider::scheme)
                .contains("tcp");
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (Wire first = Wires.open(Map.of())) {
            int port = Wires.port(first);
            assertThatThrownBy(() ->
                            new TcpWireProvider().open(new Wiring("127.0.0.1", port, null, () -> Wires.PASS, Map.of())))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "cannot listen on 127.0.0.1:" + port + ": it is in use by another process; ");
        }
    }

    @Test
    void aHostThatIsNotOursIsNamed() {
        assertThatThrownBy(() -> open("192.0.2.1", null))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot listen on 192.0.2.1:0: no address of this machine");
        assertThatThrownBy(() -> open("no-such-host.invalid", null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its host is unknown here");
    }

    @Test
    void whatOthersCannotReachIsNotAdvertised() {
        assertThatThrownBy(() -> open("0.0.0.0", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("advertise");
        for (String bad :
                new String[] {"", "host", "host:", "host:0", "host:65536", "ho st:1", ":1", "[::g]:1", "::1"}) {
            assertThatThrownBy(() -> open("127.0.0.1", bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected is host:port");
        }
    }

    @Test
    void unknownOptionsAreRefusedByName() {
        assertThatThrownBy(() -> Wires.open(Map.of("silense", "4")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'silense'")
                .hasMessageContaining("silence-seconds, tls.certificate, tls.key, tls.trust");
        assertThatThrownBy(() -> Wires.open(Map.of("silence-seconds", "0")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Wires.open(Map.of("tls.key", "k")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("given is only tls.key");
    }

    @Test
    void problemsNameBothAddresses() throws IOException {
        try (Wire wire = Wires.open(Map.of())) {
            assertThat(problem(wire, "tcp://127.0.0.1:1"))
                    .isEqualTo(wire.site() + " cannot reach tcp://127.0.0.1:1: connection refused");
            assertThat(problem(wire, "tcp://no-such-host.invalid:1"))
                    .isEqualTo(wire.site() + " cannot reach tcp://no-such-host.invalid:1: its host is unknown here");
            assertThat(problem(wire, "udp://h:1"))
                    .isEqualTo(wire.site() + " cannot reach udp://h:1: its address does not begin with tcp://");
        }
    }

    @Test
    void anotherVersionIsTold() throws IOException {
        try (Wire wire = Wires.open(Map.of());
                var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Wire.Link link = wire.link(new Site("tcp://127.0.0.1:" + server.getLocalPort()));
            try (Socket socket = server.accept()) {
                var in = new DataInputStream(socket.getInputStream());
                in.skipNBytes(in.readUnsignedShort());
                socket.getOutputStream().write(new byte[] {0, 3, 2, 0, 9});
                Wires.eventually(() -> !link.isOpen());
            }
            assertThat(link.problem()).contains(": it speaks version 9 of the wire, this process 1; ");
        }
    }

    @Test
    void noBufferIsLeftWhateverWasUnderWay() throws IOException {
        long before = active();
        for (int round = 0; round < 5; round++) {
            Wire a = Wires.open(Map.of());
            Wire b = Wires.open(Map.of());
            Wire.Link link = a.link(b.site());
            Wires.eventually(link::isUp);
            while (link.offer(FRAME.duplicate())) {
                // until nothing more fits, since nobody polls
            }
            (round % 2 == 0 ? a : b).close();
            (round % 2 == 0 ? b : a).close();
            assertThat(link.offer(FRAME.duplicate())).isFalse();
        }
        Wires.eventually(() -> active() <= before);
    }

    @Test
    void mayBeClosedFromItsOwnThread() throws IOException {
        Wire a = Wires.open(Map.of());
        try (Wire b = Wires.open(Map.of())) {
            a.onArrival(a::close);
            Wire.Link link = a.link(b.site());
            Wires.eventually(() -> !link.isOpen());
            assertThat(a.link(b.site()).isOpen()).isFalse();
        }
        a.close();
    }

    private static long active() {
        return PooledByteBufAllocator.DEFAULT.metric().directArenas().stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }

    private static Wire open(String host, String advertised) throws IOException {
        return new TcpWireProvider().open(new Wiring(host, 0, advertised, () -> Wires.PASS, Map.of()));
    }

    private static String problem(Wire wire, String to) {
        Wire.Link link = wire.link(new Site(to));
        Wires.eventually(() -> !link.isOpen());
        return link.problem();
    }
}
