package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sardonyx.testkit.contract.Relay.Fault;
import io.sardonyx.testkit.contract.Relay.Way;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for {@link io.sardonyx.port.Wire} on a faulty network: a receiver gets a prefix of what was sent, and
 * then a break.
 */
public abstract class WireFaultsContract extends WireContract {

    /** Probability that a piece is struck. */
    private static final double CHANCE = 0.03;
    /** Frames that are sent before faults begin. */
    private static final long UNDISTURBED = 200;

    private static final long FRAMES = 20_000;

    /** How many links are tested with each fault. */
    protected int rounds() {
        return 4;
    }

    @Test
    void whatIsLostDoesNotGarbleTheRest() {
        disturb(Fault.LOSS, rounds());
    }

    @Test
    void whatIsLateComesInOrder() {
        disturb(Fault.DELAY, 2); // a delay breaks no link, so all frames arrive
    }

    @Test
    void whatComesTwiceIsTakenOnce() {
        disturb(Fault.DUPLICATION, rounds());
    }

    @Test
    void whatIsTurnedRoundIsNotTakenSo() {
        disturb(Fault.REORDERING, rounds());
    }

    @Test
    void whatIsDamagedIsNotTaken() {
        disturb(Fault.DAMAGE, rounds());
    }

    @Test
    void connectionsThatEndAreFollowedByNewOnes() {
        RelayedEndpoint a = impatient("a");
        RelayedEndpoint b = impatient("b");
        for (int round = 0; round < rounds(); round++) {
            FrameSender sending = up(a, b);
            carry(sending, b, UNDISTURBED);
            b.relay().dropAll();
            eventually("the break is known or all has come", () -> {
                sending.offerUpTo(FRAMES);
                return !sending.link().isOpen() || b.hearing().heard(sending) == FRAMES;
            });
            sending.link().close();
            carry(up(a, b), b, UNDISTURBED);
        }
    }

    @Test
    void silenceIsNoticedByBothEnds() {
        silence(Way.THERE, Way.BACK);
    }

    @Test
    void silenceOneWayIsNoticedByBothEnds() {
        silence(Way.THERE);
    }

    @Test
    void silenceTheOtherWayIsNoticedByBothEnds() {
        silence(Way.BACK);
    }

    @Test
    void aRestartedEndpointIsReachedByANewLink() {
        RelayedEndpoint a = impatient("a");
        RelayedEndpoint b = impatient("b");
        FrameSender old = up(a, b);
        carry(old, b, UNDISTURBED);
        b.restart();
        eventually("the sender knows", () -> !old.link().isOpen());
        carry(up(a, b), b, UNDISTURBED);
    }

    @Test
    void aRestartedSenderIsToldAsABreakFirst() {
        RelayedEndpoint a = impatient("a");
        RelayedEndpoint b = impatient("b");
        carry(up(a, b), b, UNDISTURBED);
        a.restart();
        carry(up(a, b), b, UNDISTURBED);
        assertFalse(b.hearing().breaks(a.site()) == 0);
    }

    /** Partitions the given directions and checks that both ends time out. */
    private void silence(Way... ways) {
        RelayedEndpoint a = impatient("a");
        RelayedEndpoint b = impatient("b");
        FrameSender sending = up(a, b);
        carry(sending, b, UNDISTURBED);
        for (Way way : ways) {
            b.relay().cut(way);
        }
        eventually("the sender notices", () -> !sending.link().isOpen());
        eventually("the receiver notices", () -> b.hearing().breaks(a.site()) == 1);
        b.relay().heal();
        carry(up(a, b), b, UNDISTURBED);
    }

    /**
     * Sends over a faulty network until the link breaks or all frames have arrived. The endpoints check every frame
     * they receive; here only progress is checked.
     */
    private void disturb(Fault fault, int rounds) {
        RelayedEndpoint a = impatient("a");
        RelayedEndpoint b = impatient("b");
        for (int round = 0; round < rounds; round++) {
            FrameSender sending = up(a, b);
            carry(sending, b, UNDISTURBED);
            b.relay().disturb(fault, CHANCE);
            eventually("it broke or all has come", () -> {
                sending.offerUpTo(FRAMES);
                return !sending.link().isOpen() || b.hearing().heard(sending) == FRAMES;
            });
            b.relay().heal();
            FrameSender fresh = up(a, b);
            carry(fresh, b, UNDISTURBED);
            fresh.link().close();
        }
    }
}
