package io.sardonyx.testkit.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.provider.TcpLines;
import io.sardonyx.connect.provider.UdpLines;
import io.sardonyx.job.Call;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Spread;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.testkit.contract.FakeContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Inputs that listen have no end and cannot go back, so of the contract of inputs these parts hold. */
class ListeningInputsTest {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final long LONG = Duration.ofMinutes(1).toNanos();

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, HERE)) {
            return socket.getLocalPort();
        }
    }

    private static Partition open(InputProvider provider, Call call) throws Exception {
        Input input = provider.open(FakeContext.of(call.parameters()));
        assertThat(input.partitions()).containsExactly(provider.name());
        assertThat(input.spread()).isEqualTo(Spread.ONE);
        assertThat(input.blocks()).isFalse();
        return input.open(provider.name(), null);
    }

    private static List<Object> polled(Partition partition, int count) throws Exception {
        var all = new ArrayList<>();
        var some = new Object[7];
        for (long until = System.nanoTime() + LONG; all.size() < count; ) {
            int polled = partition.poll(some);
            all.addAll(Arrays.asList(some).subList(0, polled));
            assertThat(partition.position()).isEqualTo(Integer.toString(all.size()));
            assertThat(partition.isAtEnd()).isFalse();
            assertThat(System.nanoTime()).isLessThan(until);
            LockSupport.parkNanos(polled == 0 ? 1_000_000 : 0);
        }
        return all;
    }

    private static void send(int port, String... lines) throws IOException {
        try (var socket = new Socket(HERE, port)) {
            socket.getOutputStream().write(String.join("", lines).getBytes(UTF_8));
        }
    }

    @Test
    void jobsFindThemByName() {
        assertThat(ServiceLoader.load(InputProvider.class).stream()
                        .map(it -> it.get().name()))
                .contains("tcp-lines", "udp-lines", "queue");
    }

    @Test
    void linesOfAllConnectionsAreRead() throws Exception {
        int port = freePort();
        try (Partition partition = open(new TcpLines(), Inputs.tcpLines(port))) {
            send(port, "one\r\ntwo\n", "\n", "fünf €\uD83D\uDE00\nlast");
            assertThat(polled(partition, 5)).containsExactly("one", "two", "", "fünf €😀", "last");
            send(port, "again\n");
            assertThat(partition.poll(new Object[0])).isZero();
        }
        try (Partition successor = open(new TcpLines(), Inputs.tcpLines(port))) {
            send(port, "next\n");
            assertThat(polled(successor, 1)).containsExactly("next");
        }
    }

    @Test
    void connectionsBeyondTheLimitWait() throws Exception {
        int port = freePort();
        try (Partition partition = open(new TcpLines(), Inputs.tcpLines(port).with("connections", 1));
                var first = new Socket(HERE, port);
                var second = new Socket(HERE, port)) {
            second.getOutputStream().write("second\n".getBytes(UTF_8));
            first.getOutputStream().write("first\n".getBytes(UTF_8));
            assertThat(polled(partition, 1)).hasSize(1);
            for (int i = 0; i < 100; i++) {
                assertThat(partition.poll(new Object[1])).isZero();
            }
            first.shutdownOutput();
            second.shutdownOutput();
            var rest = new Object[1];
            for (long until = System.nanoTime() + LONG; partition.poll(rest) == 0; ) {
                assertThat(System.nanoTime()).isLessThan(until);
            }
            assertThat(partition.position()).isEqualTo("2");
        }
    }

    @Test
    void lineThatIsTooLongIsABadRecordAndOthersGoOn() throws Exception {
        int port = freePort();
        try (Partition partition = open(new TcpLines(), Inputs.tcpLines(port).with("maxLine", 5))) {
            send(port, "12345\r\n", "x".repeat(100_000) + "\n", "after\n", "123456");
            List<Object> all = polled(partition, 4);
            assertThat(all.get(0)).isEqualTo("12345");
            assertThat(all.get(1)).isInstanceOfSatisfying(BadRecord.class, it -> {
                assertThat(it.cause()).contains("more than 5 bytes");
                assertThat(it.position()).isEqualTo("1");
            });
            assertThat(all.get(2)).isEqualTo("after");
            assertThat(all.get(3)).isInstanceOf(BadRecord.class);
        }
    }

    @Test
    void everyDatagramHasWholeLines() throws Exception {
        int port = freePort();
        try (Partition partition = open(new UdpLines(), Inputs.udpLines(port).with("maxLine", 10));
                var socket = new DatagramSocket()) {
            for (String text : List.of("one\ntwo\r\n", "three", "x".repeat(20) + "\nfour\n")) {
                byte[] bytes = text.getBytes(UTF_8);
                socket.send(new DatagramPacket(bytes, bytes.length, HERE, port));
            }
            List<Object> all = polled(partition, 5);
            assertThat(all).contains("one", "two", "three", "four");
            assertThat(all).filteredOn(BadRecord.class::isInstance).hasSize(1);
        }
    }

    @Test
    void portThatIsTakenIsNamed() throws Exception {
        try (var taken = new ServerSocket(0, 1, HERE)) {
            assertThatThrownBy(() -> open(new TcpLines(), Inputs.tcpLines(taken.getLocalPort())))
                    .isInstanceOf(Unavailable.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
        try (var taken = new DatagramSocket(0, HERE)) {
            assertThatThrownBy(() -> open(new UdpLines(), Inputs.udpLines(taken.getLocalPort())))
                    .isInstanceOf(Unavailable.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
    }

    @Test
    void badParametersAreNamed() {
        for (InputProvider provider : List.of(new TcpLines(), new UdpLines())) {
            assertThatThrownBy(() -> provider.check(Parameters.NONE)).hasMessageContaining("port is missing");
            assertThatThrownBy(() -> provider.check(Inputs.tcpLines(70_000).parameters()))
                    .hasMessageContaining("at most 65535");
            assertThatThrownBy(() ->
                            provider.check(Inputs.tcpLines(7).with("hots", "x").parameters()))
                    .hasMessageContaining("did you mean host?");
        }
    }

    /** Random bytes in random chunks give as many lines as they have, none of them too long. */
    @Test
    void anyBytesAreLinesOrBadRecords() throws Exception {
        var random = new Random(7);
        int port = freePort();
        try (Partition partition = open(new TcpLines(), Inputs.tcpLines(port).with("maxLine", 50))) {
            var sent = new ByteArrayOutputStream();
            for (int i = 0; i < 20_000; i++) {
                sent.write(random.nextInt(60) == 0 ? '\n' : random.nextInt(256));
            }
            sent.write('\n');
            String[] wanted = sent.toString(StandardCharsets.ISO_8859_1).split("\n", -1);
            try (var socket = new Socket(HERE, port)) {
                for (int at = 0; at < sent.size(); ) {
                    int size = Math.min(sent.size() - at, 1 + random.nextInt(3_000));
                    socket.getOutputStream().write(sent.toByteArray(), at, size);
                    at += size;
                }
            }
            List<Object> all = polled(partition, wanted.length - 1);
            for (int i = 0; i < all.size(); i++) {
                String line = wanted[i].endsWith("\r") ? wanted[i].substring(0, wanted[i].length() - 1) : wanted[i];
                assertThat(all.get(i) instanceof BadRecord).isEqualTo(line.length() > 50);
            }
        }
    }
}
