package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What becomes of channels when links break and processes come and go. */
class BreaksTest {

    private static final int ROOM = ChannelLimits.BATCHES_PER_CHANNEL;

    private final Two two = new Two(2);
    private final BatchSender outlet = two.outlet();
    private ChannelReceiver<Batch> inlet = two.inlet();

    private void assertWorks(long first) {
        two.settle();
        Two.taken(inlet);
        two.settle();
        assertThat(Two.offer(outlet, first, first + 5)).isEqualTo(5);
        two.settle();
        assertThat(Two.taken(inlet)).containsExactly(first, first + 1, first + 2, first + 3, first + 4);
    }

    @Test
    void whatWasOnItsWayWhenTheLinkBrokeIsToldOnce() {
        two.settle();
        Two.offer(outlet, 0, 4);
        two.settle();
        two.cables.hold(Two.B);
        Two.offer(outlet, 4, 7);
        two.settle();
        assertThat(Two.lost(outlet)).isEmpty();
        two.cables.cut(Two.A, Two.B, 0);
        two.cables.release(Two.B);
        two.settle();

        assertThat(Two.lost(outlet)).as("nobody knows which were taken").containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(Two.lost(outlet)).isEmpty();
        assertThat(Two.taken(inlet)).as("what had come stays").containsExactly(0L, 1L, 2L, 3L);
        assertWorks(10);
        assertThat(Two.lost(outlet)).isEmpty();
    }

    @Test
    void whatIsKnownToBeTakenIsNotTold() {
        two.settle();
        Two.offer(outlet, 0, ROOM);
        two.settle();
        Two.taken(inlet);
        two.settle();
        Two.offer(outlet, 20, 21);
        two.cables.cut(Two.A, Two.B, 0);
        two.settle();

        assertThat(Two.lost(outlet)).containsExactly(20L);
        assertWorks(30);
    }

    @Test
    void theWayBackMayBreakAndNothingIsLost() {
        two.settle();
        Two.offer(outlet, 0, ROOM);
        two.settle();
        two.cables.hold(Two.A);
        assertThat(Two.taken(inlet)).hasSize(ROOM);
        two.settle();
        two.cables.cut(Two.B, Two.A, 0);
        two.cables.release(Two.A);
        two.settle();

        assertThat(Two.offer(outlet, ROOM, 100)).as("it is granted anew").isEqualTo(ROOM);
        two.settle();
        assertThat(Two.taken(inlet)).hasSize(ROOM);
        assertThat(Two.lost(outlet)).isEmpty();
    }

    /** What the receiver took on the former link must not pass for what is sent on the next. */
    @Test
    void anAdmissionOfBeforeTheBreakSaysNothingOfWhatComesAfterIt() {
        two.settle();
        Two.offer(outlet, 0, ROOM);
        two.settle();
        Two.taken(inlet);
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
            sent += Two.offer(outlet, 100 + sent, 100 + sent + 1);
        }
        two.cables.release(Two.B);
        two.settle();
        var known = Two.taken(inlet);
        known.addAll(Two.lost(outlet));
        for (long root = 100; root < 100 + sent; root++) {
            assertThat(known).contains(root);
        }
    }

    @Test
    void aBreakWithinALargeMessageLeavesNoTrace() {
        two.settle();
        two.cables.room = 2;
        Batch batch = outlet.blank(1, 1, 1);
        batch.add(new byte[500_000]);
        batch.endRun(1, 1, null);
        outlet.offer(batch);
        two.cables.hold(Two.B);
        two.settle();
        two.cables.cut(Two.A, Two.B, 1);
        two.cables.release(Two.B);
        two.settle();

        assertThat(Two.lost(outlet)).containsExactly(1L);
        assertThat(inlet.poll()).isNull();
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
        Two.offer(outlet, 0, 5);
        two.settle();
        two.b = two.process(Two.B);
        two.settle();
        assertThat(Two.lost(outlet)).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(Two.offer(outlet, 5, 6))
                .as("it has not asked for its end yet")
                .isZero();

        inlet = two.inlet();
        assertWorks(10);
    }

    @Test
    void aSenderThatBeganAnewAtTheSameSiteIsHeard() {
        two.settle();
        Two.offer(outlet, 0, 5);
        two.settle();
        two.a = two.process(Two.A);
        BatchSender another = two.outlet();
        two.settle();
        assertThat(Two.offer(another, 10, 100))
                .as("five of the former life wait")
                .isEqualTo(ROOM - 5);
        two.settle();

        assertThat(Two.taken(inlet)).startsWith(0L, 1L, 2L, 3L, 4L, 10L).hasSize(ROOM);
    }

    @Test
    void aNeighbourWithoutEndsIsForgottenAfterTenSeconds() {
        two.settle();
        outlet.close();
        inlet.close();
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

        BatchSender later = two.outlet();
        inlet = two.inlet();
        two.settle();
        assertThat(Two.offer(later, 0, 1)).isEqualTo(1);
        two.settle();
        assertThat(Two.taken(inlet)).containsExactly(0L);
    }

    @Test
    void whoForgetsANeighbourThatStillWaitsCanStillAdmitIt() {
        two.settle();
        inlet.close();
        for (int i = 0; i < 15; i++) {
            two.nowNanos += Two.SECOND;
            two.turn();
        }
        inlet = two.inlet();
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
        Two.offer(outlet, 0, 1);
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
        assertThat(inlet.poll()).isNull();
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
