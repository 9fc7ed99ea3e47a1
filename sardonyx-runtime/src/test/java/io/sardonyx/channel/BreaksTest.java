package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Wire;
import io.sardonyx.report.LinkState;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What becomes of channels when links break and processes come and go. */
class BreaksTest {

    private static final int ROOM = ChannelLimits.BATCHES_PER_CHANNEL;

    private final Two two = new Two(2);
    private final ChannelSender<Batch> sender = two.sender();
    private ChannelReceiver<Batch> receiver = two.receiver();

    private void assertWorks(long first) {
        two.settle();
        Two.taken(receiver);
        two.settle();
        assertThat(Two.offer(sender, first, first + 5)).isEqualTo(5);
        two.settle();
        assertThat(Two.taken(receiver)).containsExactly(first, first + 1, first + 2, first + 3, first + 4);
    }

    @Test
    void whatWasOnItsWayWhenTheLinkBrokeIsToldOnce() {
        two.settle();
        Two.offer(sender, 0, 4);
        two.settle();
        two.cables.hold(Two.B);
        Two.offer(sender, 4, 7);
        two.settle();
        assertThat(Two.lost(sender)).isEmpty();
        two.cables.cut(Two.A, Two.B, 0);
        two.cables.release(Two.B);
        two.settle();

        assertThat(Two.lost(sender)).as("nobody knows which were taken").containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(Two.lost(sender)).isEmpty();
        assertThat(Two.taken(receiver)).as("what had come stays").containsExactly(0L, 1L, 2L, 3L);
        assertWorks(10);
        assertThat(Two.lost(sender)).isEmpty();
    }

    @Test
    void whatIsKnownToBeTakenIsNotTold() {
        two.settle();
        Two.offer(sender, 0, ROOM);
        two.settle();
        Two.taken(receiver);
        two.settle();
        Two.offer(sender, 20, 21);
        two.cables.cut(Two.A, Two.B, 0);
        two.settle();

        assertThat(Two.lost(sender)).containsExactly(20L);
        assertWorks(30);
    }

    @Test
    void theWayBackMayBreakAndNothingIsLost() {
        two.settle();
        Two.offer(sender, 0, ROOM);
        two.settle();
        two.cables.hold(Two.A);
        assertThat(Two.taken(receiver)).hasSize(ROOM);
        two.settle();
        two.cables.cut(Two.B, Two.A, 0);
        two.cables.release(Two.A);
        two.settle();

        assertThat(Two.offer(sender, ROOM, 100)).as("it is granted anew").isEqualTo(ROOM);
        two.settle();
        assertThat(Two.taken(receiver)).hasSize(ROOM);
        assertThat(Two.lost(sender)).isEmpty();
    }

    /** What the receiver took on the former link must not pass for what is sent on the next. */
    @Test
    void anAdmissionOfBeforeTheBreakSaysNothingOfWhatComesAfterIt() {
        two.settle();
        Two.offer(sender, 0, ROOM);
        two.settle();
        Two.taken(receiver);
        two.settle();
        two.cables.cut(Two.A, Two.B, 0);
        two.cables.cut(Two.B, Two.A, 0);
        int sent = 0;
        for (int i = 0; i < 5_000; i++) {
            if (i % 3 == 0) {
                two.cables.hold(Two.B);
            } else {
                two.cables.release(Two.B);
            }
            two.turn();
            sent += Two.offer(sender, 100 + sent, 100 + sent + 1);
        }
        two.cables.release(Two.B);
        two.settle();
        var known = Two.taken(receiver);
        known.addAll(Two.lost(sender));
        for (long root = 100; root < 100 + sent; root++) {
            assertThat(known).contains(root);
        }
    }

    @Test
    void aBreakWithinALargeMessageLeavesNoTrace() {
        two.settle();
        two.cables.room = 2;
        Batch batch = sender.blank(1, 1, 1);
        batch.add(new byte[500_000]);
        batch.endRun(1, 1, null);
        sender.offer(batch);
        two.cables.hold(Two.B);
        two.settle();
        two.cables.cut(Two.A, Two.B, 1);
        two.cables.release(Two.B);
        two.settle();

        assertThat(Two.lost(sender)).containsExactly(1L);
        assertThat(receiver.poll()).isNull();
        assertWorks(10);
    }

    @Test
    void acksThatAreLostAreToldWithAllTheirRoots() {
        ChannelSender<Acks> acks = two.ackOutlet();
        ChannelReceiver<Acks> there = two.ackInlet();
        two.settle();
        two.cables.hold(Two.A);
        var some = new Acks(2);
        some.add(1, 1);
        some.fail(2);
        some.lose(3);
        assertThat(acks.offer(some)).isTrue();
        two.settle();
        two.cables.cut(Two.B, Two.A, 0);
        two.cables.release(Two.A);
        two.settle();

        assertThat(Two.lost(acks)).containsExactly(1L, 2L, 3L);
        assertThat(there.poll()).isNull();
    }

    @Test
    void aReceiverThatBeganAnewAtTheSameSiteIsServed() {
        two.settle();
        Two.offer(sender, 0, 5);
        two.settle();
        two.b = two.process(Two.B);
        two.settle();
        assertThat(Two.lost(sender)).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(Two.offer(sender, 5, 6))
                .as("it has not asked for its end yet")
                .isZero();

        receiver = two.receiver();
        assertWorks(10);
    }

    @Test
    void aSenderThatBeganAnewAtTheSameSiteIsHeard() {
        two.settle();
        Two.offer(sender, 0, 5);
        two.settle();
        two.a = two.process(Two.A);
        ChannelSender<Batch> another = two.sender();
        two.settle();
        assertThat(Two.offer(another, 10, 100))
                .as("five of the former life wait")
                .isEqualTo(ROOM - 5);
        two.settle();

        assertThat(Two.taken(receiver)).startsWith(0L, 1L, 2L, 3L, 4L, 10L).hasSize(ROOM);
    }

    @Test
    void aNeighbourWithoutEndsIsForgottenAfterTenSeconds() {
        two.settle();
        sender.close();
        receiver.close();
        two.turn();
        two.nowNanos += 9 * Two.SECOND;
        two.turn();
        assertThat(two.a.isDormant()).isFalse();
        assertThat(two.a.links()).isEmpty();
        two.nowNanos += 2 * Two.SECOND;
        two.turn();
        two.turn();
        assertThat(two.a.isDormant()).isTrue();
        assertThat(two.b.isDormant()).isTrue();

        ChannelSender<Batch> later = two.sender();
        receiver = two.receiver();
        two.settle();
        assertThat(Two.offer(later, 0, 1)).isEqualTo(1);
        two.settle();
        assertThat(Two.taken(receiver)).containsExactly(0L);
    }

    @Test
    void whoForgetsANeighbourThatStillWaitsCanStillAdmitIt() {
        two.settle();
        receiver.close();
        for (int i = 0; i < 15; i++) {
            two.nowNanos += Two.SECOND;
            two.turn();
        }
        receiver = two.receiver();
        assertWorks(10);
    }

    private LinkState link() {
        two.nowNanos += Two.SECOND;
        two.turn();
        assertThat(two.a.links()).hasSize(1);
        return two.a.links().get(0);
    }

    @Test
    void linksAreToldUpDownAndSlow() {
        two.settle();
        assertThat(link()).isEqualTo(new LinkState(Two.A, Two.B, true, false, 0, null));

        two.cables.hold(Two.B);
        two.cables.room = 0;
        Two.offer(sender, 0, 1);
        two.turn();
        assertThat(link().slow()).isTrue();
        two.cables.room = 9;

        two.cables.release(Two.B);
        two.b.close();
        two.settle();
        LinkState down = link();
        assertThat(down.up()).isFalse();
        assertThat(down.downMillis()).isGreaterThan(2_000);
        assertThat(down.problem()).contains("nobody listens at b:1");
        two.b = two.process(Two.B);
        two.settle();
        assertThat(link()).isEqualTo(new LinkState(Two.A, Two.B, true, false, 0, null));
    }

    @Test
    void afterItIsClosedItDoesNothing() {
        two.settle();
        two.a.close();
        assertThat(two.a.isOver()).isTrue();
        assertThat(two.a.turn(two.nowNanos)).isFalse();
        two.settle();
        two.b.check();
        assertThat(receiver.poll()).isNull();
    }

    private void assertRefused(byte[] bytes) {
        var stranger = new Site("stranger:" + bytes.length);
        two.b.batchesFrom(Two.batches(1), stranger, Two.CODECS);
        two.b.turn(two.nowNanos);
        Wire.Link link = two.cables.stranger(stranger, Two.B);
        assertThat(link.offer(ByteBuffer.wrap(bytes))).isTrue();
        two.b.turn(two.nowNanos);
        assertThat(link.isOpen()).isFalse();
        two.b.check();
    }

    @Test
    void whatIsNoMessageBreaksOnlyTheLinkItCameOn() {
        two.settle();
        assertRefused(new byte[] {0, 0});
        assertRefused(new byte[] {0, 0, 0, 0});
        assertRefused(new byte[] {-1, 0, 0, 0, 1});
        assertRefused(new byte[] {0, 0, 0, 1, 99, 0});
        assertRefused(new byte[] {0, 0, 0, 2, Message.GRANT, 0, 0});
        assertRefused(new byte[] {127, 0, 0, 2, Message.GRANT, 0, 0, 0});
        assertWorks(10);
    }
}
