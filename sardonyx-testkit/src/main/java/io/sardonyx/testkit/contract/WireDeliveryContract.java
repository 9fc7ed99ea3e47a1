package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for {@link Wire} on a network without faults: order, back-pressure, superseded links, watches and
 * close.
 */
public abstract class WireDeliveryContract extends WireContract {

    /** Most bytes that may be buffered on the way to a receiver that does not poll. */
    private static final long MOST_UNDER_WAY = 64L << 20;
    /** After so many refused offers in a row the sender counts as stopped. */
    private static final int STILL = 300;
    /** Received frames that a test keeps. */
    private static final int FRAMES_KEPT = 300;

    @Test
    void framesOfAllSizesArriveInOrderOnce() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        carry(sending, b, 100_000);
        assertNull(sending.link().problem());
        assertEquals(0, b.hearing().breaks(a.site()));
        assertEquals(0, b.wire().refusals());
    }

    @Test
    void bothDirectionsAtOnce() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender there = up(a, b);
        FrameSender back = up(b, a);
        eventually("all has come both ways", () -> {
            there.offerUpTo(20_000);
            back.offerUpTo(20_000);
            return b.hearing().heard(there) == 20_000 && a.hearing().heard(back) == 20_000;
        });
    }

    @Test
    void manyLinksAmongThree() {
        List<RelayedEndpoint> all = List.of(endpoint("a"), endpoint("b"), endpoint("c"));
        for (int round = 0; round < 3; round++) {
            List<FrameSender> sendings = new ArrayList<>();
            List<RelayedEndpoint> receivers = new ArrayList<>();
            for (RelayedEndpoint from : all) {
                for (RelayedEndpoint to : all) {
                    if (from != to) {
                        sendings.add(up(from, to));
                        receivers.add(to);
                    }
                }
            }
            eventually("all has come everywhere", () -> {
                boolean done = true;
                for (int i = 0; i < sendings.size(); i++) {
                    sendings.get(i).offerUpTo(2_000);
                    done &= receivers.get(i).hearing().heard(sendings.get(i)) == 2_000;
                }
                return done;
            });
            int breaks = round + 1;
            sendings.forEach(sending -> sending.link().close());
            eventually(
                    "all are told that the links are over",
                    () -> all.stream()
                            .allMatch(to -> all.stream()
                                    .allMatch(from -> from == to || to.hearing().breaks(from.site()) == breaks)));
        }
    }

    @Test
    void whoDoesNotPollStopsTheSenderAndLosesNothing() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        Runnable resume = holdPolling(b);
        int[] still = {0};
        eventually("nothing more is taken", () -> {
            still[0] = sending.offerUpTo(Long.MAX_VALUE) ? 0 : still[0] + 1;
            return still[0] == STILL;
        });
        assertTrue(sending.bytes() < MOST_UNDER_WAY, () -> sending.bytes() + " bytes are under way");
        assertTrue(sending.link().isOpen());
        var nudges = new NudgeCounter();
        keep(a.wire().onArrival(nudges));
        resume.run();
        eventually("the sender is told of room", () -> nudges.count() > 0);
        carry(sending, b, sending.sent() + 1_000);
    }

    @Test
    void aNewLinkSupersedesTheOldOne() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender old = up(a, b);
        carry(old, b, 100);
        FrameSender fresh = up(a, b);
        carry(fresh, b, 100);
        assertEquals(1, b.hearing().breaks(a.site()));
        eventually("the old one knows", () -> !old.link().isOpen());
        assertFalse(old.offerUpTo(200));
    }

    @Test
    void nothingIsTakenBeforeTheOtherAnswered() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        b.relay().cut(Relay.Way.THERE);
        FrameSender sending = link(a, b);
        assertFalse(sending.offerUpTo(1));
        assertFalse(sending.link().isUp());
        assertTrue(sending.link().isOpen());
        b.relay().heal();
        eventually("it is up", () -> sending.link().isUp());
        carry(sending, b, 10);
    }

    @Test
    void arrivalsAndNewLinksAndBreaksAreNudged() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        var near = new NudgeCounter();
        var far = new NudgeCounter();
        keep(b.wire().onArrival(() -> {
            throw new IllegalStateException("thrown by a nudge on purpose");
        }));
        keep(a.wire().onArrival(near));
        keep(b.wire().onArrival(far));
        FrameSender sending = up(a, b);
        eventually("the caller is nudged when it is up", () -> near.count() > 0);
        int before = far.count();
        carry(sending, b, 1);
        eventually("a frame nudges", () -> far.count() > before);
        int then = far.count();
        sending.link().close();
        eventually("an end nudges", () -> far.count() > then);
    }

    @Test
    void aFrameThatIsNoneForItsReaderBreaksTheLink() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        holdPolling(b);
        eventually("some are sent", () -> sending.offerUpTo(50) || sending.sent() == 50);
        int[] told = {0, 0};
        var picky = new Wire.Inbound() {
            @Override
            public void frame(Site from, ByteBuffer frame) {
                told[0]++;
                throw new IllegalArgumentException("refused on purpose");
            }

            @Override
            public void broken(Site from) {
                told[1]++;
            }
        };
        eventually("it is broken", () -> {
            b.wire().poll(picky, 10);
            return told[1] == 1;
        });
        assertEquals(1, told[0]);
        assertEquals(1, b.wire().refusals());
        eventually("the sender knows", () -> !sending.link().isOpen());
    }

    @Test
    void aFrameBeyondTheLimitIsNotTaken() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        ByteBuffer large = ByteBuffer.allocate(Wire.FRAME_LIMIT + 1);
        assertThrows(IllegalArgumentException.class, () -> sending.link().offer(large));
        carry(sending, b, 10);
    }

    @Test
    void framesAreGatheredAndBelongToTheReceiver() {
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        Wire.Link link = up(a, b).link();
        holdPolling(b);
        var received = new ArrayList<ByteBuffer>();
        var keeping = new Wire.Inbound() {
            @Override
            public void frame(Site from, ByteBuffer frame) {
                received.add(frame);
            }

            @Override
            public void broken(Site from) {
                throw new AssertionError("the link from " + from + " broke");
            }
        };
        var random = new SplittableRandom(seed());
        var sent = new ArrayList<ByteBuffer>();
        eventually("all frames have come", () -> {
            byte[] whole = new byte[random.nextInt(1 + random.nextInt(Wire.FRAME_LIMIT + 1))];
            random.nextBytes(whole);
            int cut = random.nextInt(whole.length + 1);
            byte[] reused = whole.clone();
            if (sent.size() < FRAMES_KEPT
                    && link.offer(
                            ByteBuffer.wrap(reused, 0, cut),
                            ByteBuffer.allocate(0),
                            ByteBuffer.wrap(reused, cut, whole.length - cut))) {
                sent.add(ByteBuffer.wrap(whole));
                Arrays.fill(reused, (byte) 0);
            }
            b.wire().poll(keeping, 10);
            return received.size() == FRAMES_KEPT;
        });
        assertEquals(sent, received);
        assertTrue(received.stream().allMatch(ByteBuffer::hasArray));
    }

    @Test
    void closingEndsAllThreadsAndLinks() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        RelayedEndpoint a = endpoint("a");
        RelayedEndpoint b = endpoint("b");
        FrameSender sending = up(a, b);
        carry(sending, b, 100);
        a.close();
        b.close();
        a.close();
        assertFalse(sending.link().isOpen());
        assertFalse(sending.offerUpTo(200));
        assertEquals(0, a.poll());
        eventually(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .allMatch(thread ->
                                before.contains(thread) || thread.getName().startsWith("relay")));
    }
}
