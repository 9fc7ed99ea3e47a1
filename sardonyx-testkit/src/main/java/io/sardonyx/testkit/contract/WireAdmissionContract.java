package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Pass;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for admission by {@link io.sardonyx.port.Wire}: connections without the cluster's secret are refused,
 * and the problem is reported in words.
 */
public abstract class WireAdmissionContract extends WireContract {

    private static final int OPENINGS = 1_000;
    private static final int LONGEST = 3_000;
    private static final byte[] HELLO = {0x53, 0x44, 0x4E, 0x58, 0, 1};

    @Test
    void garbageGetsNothingInAndHarmsNobody() throws IOException {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        carry(sending, b, 100);
        var random = new Random(seed());
        for (int i = 0; i < OPENINGS; i++) {
            byte[] garbage = new byte[1 + random.nextInt(i % 10 == 0 ? LONGEST : 100)];
            random.nextBytes(garbage);
            b.relay().stranger(garbage);
            sending.offerUpTo(100 + i);
            b.poll();
        }
        eventually("strangers were counted", () -> b.wire().refusals() > 0);
        carry(sending, b, 2 * OPENINGS);
        assertEquals(0, b.hearing().breaks(a.site()));
    }

    @Test
    void hugeLengthsGetNothing() throws IOException {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        for (int length : new int[] {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 1 << 16, 1 << 30}) {
            b.relay()
                    .stranger(ByteBuffer.allocate(64)
                            .putInt(length)
                            .putInt(length)
                            .array());
        }
        eventually("they were counted", () -> b.wire().refusals() > 0);
        carry(sending, b, 1_000);
    }

    @Test
    void whoDoesNotKnowTheSecretIsNotLetIn() {
        RelayedEndpoint b = endpoint("b");
        RelayedEndpoint stranger = endpoint(new Pass(RelayedEndpoint.CLUSTER, GroupId.of("s"), "a guess"), options());
        FrameSender sending = link(stranger, b);
        String problem = problem(sending);
        assertNames(problem, stranger.site(), b.site());
        assertTrue(problem.contains(RelayedEndpoint.CLUSTER), problem);
        assertFalse(problem.contains(RelayedEndpoint.SECRET), problem);
        assertFalse(sending.offerUpTo(1));
        assertEquals(0, b.hearing().heard(sending));
    }

    @Test
    void anotherClusterIsNotLetIn() {
        RelayedEndpoint b = endpoint("b");
        RelayedEndpoint other = endpoint(new Pass("elsewhere", GroupId.of("o"), RelayedEndpoint.SECRET), options());
        FrameSender sending = link(other, b);
        String problem = problem(sending);
        assertNames(problem, other.site(), b.site());
        assertTrue(problem.contains("it belongs to another cluster than 'elsewhere'"), problem);
        assertFalse(sending.offerUpTo(1));
        eventually("it was counted", () -> b.wire().refusals() > 0);
    }

    @Test
    void anotherVersionIsNotLetIn() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        b.relay().tamper(WireAdmissionContract::asVersionNine);
        String problem = problem(link(a, b));
        assertNames(problem, a.site(), b.site());
        assertTrue(problem.contains("version"), problem);
        b.relay().heal();
        carry(up(a, b), b, 100);
    }

    @Test
    void anAddressWhereNobodyIsIsNamed() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        Site nowhere = b.site();
        b.close();
        String problem = problem(link(a, nowhere));
        assertNames(problem, a.site(), nowhere);
    }

    @Test
    void anAddressOfAnotherKindIsNamed() {
        RelayedEndpoint a = endpoint("a");
        var other = new Site("pigeon://post:1");
        String problem = problem(link(a, other));
        assertNames(problem, a.site(), other);
    }

    private static void assertNames(String problem, Site from, Site to) {
        assertTrue(problem.contains(from.address()), problem);
        assertTrue(problem.contains(to.address()), problem);
    }

    /** Replaces the protocol version in a handshake. */
    private static byte[] asVersionNine(byte[] piece) {
        for (int i = 0; i + HELLO.length <= piece.length; i++) {
            if (Arrays.equals(piece, i, i + HELLO.length, HELLO, 0, HELLO.length)) {
                piece[i + HELLO.length - 1] = 9;
            }
        }
        return piece;
    }
}
