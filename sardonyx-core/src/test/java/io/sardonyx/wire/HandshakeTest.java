package io.sardonyx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.sardonyx.port.Pass;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Handshake.Called;
import io.sardonyx.wire.Handshake.Caller;
import io.sardonyx.wire.Handshake.Refused;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HandshakeTest {

    private static final long SEED = 20_261_116;
    private static final Pass PASS = new Pass("weather", GroupId.of("g1"), "secret");
    private static final Site SITE = new Site("tcp://here:1");

    /** What texts, codes and buffers take beside what came. */
    private static final long SMALL_CHANGE = 20_000;

    private final Random random = new Random(SEED);
    private final Caller caller = new Caller(PASS, SITE, nonce());
    private final Called called = new Called(PASS, nonce());

    @Test
    void membersMakeSureOfEachOther() throws Refused {
        ByteBuffer answer = called.answer(caller.hello());
        assertThat(Called.accepts(answer)).isTrue();
        assertThat(called.isProvedBy(caller.proof(answer))).isTrue();
        assertThat(called.caller()).isEqualTo(SITE);
        assertThat(called.group()).isEqualTo(GroupId.of("g1"));
    }

    @Test
    void aWrongSecretIsSeenByBoth() throws Refused {
        var guessing = new Caller(new Pass("weather", GroupId.of("g2"), "guess"), SITE, nonce());
        ByteBuffer answer = called.answer(guessing.hello());
        assertThatThrownBy(() -> guessing.proof(answer))
                .isInstanceOf(Refused.class)
                .hasMessage("it cannot prove that it belongs to cluster 'weather'");
        assertThat(called.isProvedBy(ByteBuffer.allocate(32))).isFalse();
        assertThatThrownBy(() -> caller.proof(Called.disbelief()))
                .hasMessage("it does not take our word that we belong to cluster 'weather'");
    }

    @Test
    void anotherClusterIsRefusedByName() throws Refused {
        var other = new Caller(new Pass("elsewhere", GroupId.of("g2"), "secret"), SITE, nonce());
        ByteBuffer answer = called.answer(other.hello());
        assertThat(Called.accepts(answer)).isFalse();
        assertThatThrownBy(() -> other.proof(answer)).hasMessage("it belongs to another cluster than 'elsewhere'");
    }

    @Test
    void anotherVersionIsRefusedByNumber() throws Refused {
        ByteBuffer hello = copy(caller.hello());
        ByteBuffer answer = called.answer(hello.putShort(4, (short) 9));
        assertThat(Called.accepts(answer)).isFalse();
        assertThatThrownBy(() -> caller.proof(answer.putShort(1, (short) 9)))
                .hasMessageStartingWith("it speaks version 9 of the wire, this process 1");
    }

    @Test
    void proofsOfOneMeetingAreNoneInAnother() throws Refused {
        ByteBuffer proof = caller.proof(called.answer(caller.hello()));
        var again = new Called(PASS, nonce());
        again.answer(caller.hello());
        assertThat(again.isProvedBy(proof)).isFalse();
        assertThat(new Called(PASS, nonce()).isProvedBy(proof)).isFalse();
    }

    @Test
    void whoIsRefusedCannotProveItselfAllTheSame() throws Refused {
        var other = new Pass("elsewhere", GroupId.of("g2"), "secret");
        byte[] nonce = nonce();
        var refusing = new Called(PASS, nonce);
        var liar = new Caller(other, SITE, nonce());
        assertThat(Called.accepts(refusing.answer(liar.hello()))).isFalse();
        ByteBuffer proof = liar.proof(new Called(other, nonce).answer(liar.hello()));
        assertThat(refusing.isProvedBy(proof)).isFalse();
    }

    @Test
    void everyFlippedBitOfTheAnswerIsRefused() throws Refused {
        ByteBuffer answer = called.answer(caller.hello());
        for (int bit = 0; bit < answer.limit() * Byte.SIZE; bit++) {
            ByteBuffer other = copy(answer);
            flip(other, bit);
            assertThatThrownBy(() -> caller.proof(other)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void everyFlippedBitOfTheHelloIsRefusedInTheEnd() throws Refused {
        ByteBuffer hello = copy(caller.hello());
        for (int bit = 0; bit < hello.limit() * Byte.SIZE; bit++) {
            ByteBuffer other = copy(hello);
            flip(other, bit);
            assertThat(isLetIn(other)).as("bit %d", bit).isFalse();
        }
    }

    @Test
    void whatIsCutOffIsRefused() throws Refused {
        ByteBuffer hello = caller.hello();
        for (int length = 0; length < hello.limit(); length++) {
            assertThat(isLetIn(copy(hello.slice(0, length)))).isFalse();
        }
        ByteBuffer answer = called.answer(caller.hello());
        for (int length = 0; length < answer.limit(); length++) {
            ByteBuffer part = answer.slice(0, length);
            assertThatThrownBy(() -> caller.proof(part)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void noiseIsRefusedAndCostsNoMoreThanItself() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 30_000; i++) {
            ByteBuffer noise = ByteBuffer.wrap(noise(1 + random.nextInt(i % 100 == 0 ? 60_000 : 300)));
            if (i % 2 == 0 && noise.remaining() > 6) {
                noise.putInt(0, 0x53444E58).putShort(4, (short) (random.nextInt(8) == 0 ? 2 : 1));
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            boolean letIn = isLetIn(noise);
            long cost = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(letIn).isFalse();
            if (i > 1_000) {
                assertThat(cost)
                        .as("input %d of %d bytes", i, noise.capacity())
                        .isLessThan(2L * noise.capacity() + SMALL_CHANGE);
            }
        }
    }

    @Test
    void noiseIsNoAnswer() {
        for (int i = 0; i < 30_000; i++) {
            byte[] noise = noise(random.nextInt(100));
            if (noise.length > 0) {
                noise[0] = (byte) random.nextInt(5);
            }
            assertThatThrownBy(() -> caller.proof(ByteBuffer.wrap(noise))).isInstanceOf(Refused.class);
        }
    }

    @Test
    void messagesKeepWithinTheirLimit() throws Refused {
        var longest = new Caller(new Pass("c".repeat(1_000), GroupId.of("g"), "s"), new Site("s".repeat(512)), nonce());
        assertThat(longest.hello().remaining()).isLessThan(Handshake.MAX_BYTES);
        assertThatThrownBy(() -> new Caller(new Pass("c".repeat(1_001), GroupId.of("g"), "s"), SITE, nonce()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Plays the called side up to a proof that is made of the answer by somebody who does not know more. */
    private boolean isLetIn(ByteBuffer hello) {
        var side = new Called(PASS, nonce());
        try {
            ByteBuffer answer = side.answer(hello);
            return Called.accepts(answer) && side.isProvedBy(caller.proof(answer));
        } catch (Refused e) {
            return false;
        }
    }

    private byte[] nonce() {
        return noise(Handshake.NONCE_BYTES);
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer copy(ByteBuffer source) {
        return ByteBuffer.allocate(source.remaining()).put(source.duplicate()).flip();
    }

    private static void flip(ByteBuffer bytes, int bit) {
        bytes.put(bit / Byte.SIZE, (byte) (bytes.get(bit / Byte.SIZE) ^ 1 << bit % Byte.SIZE));
    }
}
