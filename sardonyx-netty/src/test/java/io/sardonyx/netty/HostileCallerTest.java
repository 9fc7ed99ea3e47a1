package io.sardonyx.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Frames;
import io.sardonyx.wire.Handshake;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that knows the secret and then says what no member says, byte by byte. */
@Timeout(60)
class HostileCallerTest implements Wire.Inbound {

    private static final Site SITE = new Site("tcp://127.0.0.1:1");

    private final List<Integer> lengths = new ArrayList<>();
    private Wire wire;
    private int breaks;

    @Override
    public void frame(Site from, ByteBuffer frame) {
        assertThat(from).isEqualTo(SITE);
        lengths.add(frame.remaining());
    }

    @Override
    public void broken(Site from) {
        breaks++;
    }

    @BeforeEach
    void open() throws IOException {
        wire = Wires.open(Map.of());
    }

    @AfterEach
    void close() {
        wire.close();
    }

    @Test
    void goodFramesAreTakenInWhateverPieces() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(200_000);
        for (int number = 0; number < 100; number++) {
            Frames.put(all, number, ByteBuffer.allocate(number * 17));
            all.putInt(FrameCutter.BEAT);
        }
        all.flip();
        var random = new Random(5);
        try (Socket socket = letIn()) {
            while (all.hasRemaining()) {
                int piece = Math.min(all.remaining(), 1 + random.nextInt(random.nextInt(10) == 0 ? 5_000 : 40));
                socket.getOutputStream().write(all.array(), all.position(), piece);
                all.position(all.position() + piece);
                wire.poll(this, 10);
            }
            await(() -> lengths.size() == 100);
        }
        await(() -> breaks == 1);
        assertThat(wire.refusals()).isZero();
    }

    @Test
    void lengthsBeyondTheLimitOrBelowZeroBreak() throws IOException {
        for (int length : new int[] {Wire.FRAME_LIMIT + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            refused(ByteBuffer.allocate(4).putInt(length).flip());
        }
    }

    @Test
    void damageBreaks() throws IOException {
        for (int at : new int[] {8, 11, 12, 15, 16, 40}) {
            ByteBuffer frame = frame(0, 64);
            frame.put(at, (byte) (frame.get(at) ^ 4));
            refused(frame);
        }
    }

    @Test
    void numbersOutOfTurnBreak() throws IOException {
        refused(frame(1, 10));
        refused(frame(-1, 10));
        ByteBuffer twice = ByteBuffer.allocate(1_000).put(frame(0, 10)).put(frame(0, 10));
        refused(twice.flip());
        assertThat(lengths).containsExactly(10);
    }

    @Test
    void whoSaysNothingIsNotCountedAndWhoSaysHalfIs() throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), Wires.port(wire)).close();
        try (var half = new Socket(InetAddress.getLoopbackAddress(), Wires.port(wire))) {
            half.getOutputStream().write(new byte[] {0, 50, 1});
        }
        await(() -> wire.refusals() == 1);
    }

    @Test
    void tooManyWhoDoNotProveThemselvesPushOutTheOldest() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 70; i++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), Wires.port(wire)));
            }
            assertThat(sockets.get(0).getInputStream().read()).isEqualTo(-1);
            assertThat(sockets.get(5).getInputStream().read()).isEqualTo(-1);
            sockets.get(69).setSoTimeout(1);
            assertThatThrownBy(() -> sockets.get(69).getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void whoIsSlowToProveItselfIsLeft() throws IOException {
        try (var slow = new Socket(InetAddress.getLoopbackAddress(), Wires.port(wire))) {
            slow.getOutputStream().write(0);
            assertThat(slow.getInputStream().read()).isEqualTo(-1);
        }
        await(() -> wire.refusals() == 1);
    }

    private void refused(ByteBuffer bytes) throws IOException {
        long refusals = wire.refusals();
        int before = breaks;
        try (Socket socket = letIn()) {
            byte[] said = new byte[bytes.remaining()];
            bytes.get(said);
            socket.getOutputStream().write(said);
            await(() -> breaks == before + 1);
            assertThat(wire.refusals()).isEqualTo(refusals + 1);
        }
    }

    private static ByteBuffer frame(long number, int length) {
        ByteBuffer frame = ByteBuffer.allocate(Frames.HEADER + length);
        Frames.put(frame, number, ByteBuffer.allocate(length));
        return frame.flip();
    }

    private Socket letIn() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), Wires.port(wire));
        var caller = new Handshake.Caller(Wires.PASS, SITE, new byte[Handshake.NONCE_BYTES]);
        var out = new DataOutputStream(socket.getOutputStream());
        var in = new DataInputStream(socket.getInputStream());
        say(out, caller.hello());
        try {
            say(out, caller.proof(heard(in)));
        } catch (Handshake.Refused e) {
            throw new AssertionError(e);
        }
        assertThat(heard(in)).isEqualTo(ByteBuffer.wrap(new byte[] {ClientHandler.ALIVE}));
        return socket;
    }

    private static void say(DataOutputStream out, ByteBuffer message) throws IOException {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    private static ByteBuffer heard(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedShort()];
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private void await(BooleanSupplier condition) {
        Wires.eventually(() -> {
            wire.poll(this, 100);
            return condition.getAsBoolean();
        });
    }
}
