package io.sardonyx.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.port.Pass;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Two wires, one of which sends to the other whatever happens: link by link, numbered frames of mixed sizes. */
final class Traffic implements AutoCloseable {

    private static final long LIMIT_SECONDS = 40;
    private static final int POLL = 256;

    final AeronWire sender;
    final AeronWire receiver;
    private final Map<Long, Long> heard = new HashMap<>();
    private long presentId = -1;
    private int breaks;
    private long id = -1;
    private long sent;
    private Wire.Link link;

    Traffic(Map<String, String> sending, Map<String, String> receiving) throws IOException {
        this.sender = open("sender", 0, sending);
        this.receiver = open("receiver", 0, receiving);
        this.link = renewed();
    }

    static AeronWire open(String group, int port, Map<String, String> options) throws IOException {
        var pass = new Pass("traffic", GroupId.of(group), "the secret");
        return (AeronWire) new AeronWireProvider().open(new Wiring("127.0.0.1", port, null, () -> pass, options));
    }

    private Wire.Link renewed() {
        id++;
        sent = 0;
        return sender.link(receiver.site());
    }

    /** One step: sends, hears, and makes a new link when the last one broke. */
    void step() {
        if (!link.isOpen()) {
            assertThat(link.problem())
                    .contains(sender.site().address(), receiver.site().address());
            link.close();
            link = renewed();
        }
        for (int i = 0; i < 20 && link.offer(content(id, sent)); i++) {
            sent++;
        }
        receiver.poll(new Checked(), POLL);
    }

    /** What comes of a link is a prefix of what was sent, of one link after the other. */
    private final class Checked implements Wire.Inbound {

        @Override
        public void frame(Site from, ByteBuffer frame) {
            assertThat(from).isEqualTo(sender.site());
            long of = frame.getLong(frame.position());
            if (presentId < 0) {
                assertThat(heard).doesNotContainKey(of);
                presentId = of;
            }
            assertThat(of).isEqualTo(presentId);
            long number = heard.getOrDefault(of, 0L);
            assertThat(frame).isEqualTo(content(of, number));
            heard.put(of, number + 1);
        }

        @Override
        public void broken(Site from) {
            presentId = -1;
            breaks++;
        }
    }

    private static ByteBuffer content(long id, long number) {
        int length = 2 * Long.BYTES + (int) (number * 7_919 % (number % 10 == 0 ? 60_000 : 900));
        ByteBuffer frame = ByteBuffer.allocate(length).putLong(id).putLong(number);
        while (frame.hasRemaining()) {
            frame.put((byte) (frame.position() * 31L + number));
        }
        return frame.flip();
    }

    /** The link that is used now. */
    long id() {
        return id;
    }

    int breaks() {
        return breaks;
    }

    /** Goes on until so many frames of a link after that one have come. */
    void flowAfter(long former, long frames) {
        eventually("frames flow again", () -> id > former && heard.getOrDefault(id, 0L) >= frames);
    }

    void flow(long frames) {
        eventually("frames flow", () -> heard.getOrDefault(id, 0L) >= frames);
    }

    void eventually(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                fail("it never came true that " + what + "; the link says: " + link.problem());
            }
            step();
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
        }
    }

    @Override
    public void close() {
        sender.close();
        receiver.close();
    }
}
