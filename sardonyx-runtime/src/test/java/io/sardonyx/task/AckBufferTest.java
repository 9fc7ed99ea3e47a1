package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AckBufferTest {

    private final Pipe<Acks> first = new Pipe<>();
    private final Pipe<Acks> second = new Pipe<>();
    private final AckBuffer events = new AckBuffer(List.of(first, second));

    @Test
    void acksOfTheSameRootInARowAreOne() {
        events.ack(AckBuffer.root(1, 5), 0b0110);
        events.ack(AckBuffer.root(1, 5), 0b0011);
        events.ack(AckBuffer.root(1, 6), 1);

        assertThat(events.send()).isTrue();
        assertThat(first.taken).isEmpty();
        assertThat(second.taken).singleElement().satisfies(acks -> {
            assertThat(acks.size()).isEqualTo(2);
            assertThat(acks.value(0)).isEqualTo(0b0101);
        });
        assertThat(events.send()).isFalse();
    }

    @Test
    void aBundleGoesWhenItIsFullAndGrowsWhenItCannot() {
        for (int i = 0; i < ChannelLimits.ACKS_PER_BUNDLE; i++) {
            events.ack(AckBuffer.root(0, i), 1);
        }
        assertThat(first.taken).hasSize(1);

        first.room = 0;
        for (int i = 0; i < 3 * ChannelLimits.ACKS_PER_BUNDLE; i++) {
            events.ack(AckBuffer.root(0, i), 1);
        }
        assertThat(events.isClear()).isFalse();
        first.room = 9;
        assertThat(events.send()).isTrue();
        assertThat(events.isClear()).isTrue();
        assertThat(first.taken.get(1).size()).isEqualTo(3 * ChannelLimits.ACKS_PER_BUNDLE);
    }

    @Test
    void anyNumberOfFailuresIsTold() {
        for (int i = 0; i < 1_000; i++) {
            events.fail(AckBuffer.root(1, i));
        }
        events.send();

        Acks acks = second.taken.get(0);
        assertThat(acks.failures()).isEqualTo(1_000);
        assertThat(acks.failed(999)).isEqualTo(AckBuffer.root(1, 999));
        assertThat(acks.isEmpty()).isFalse();
        assertThat(acks.size()).isZero();
    }

    @Test
    void theHighestInputAndAnyNumberFitIntoARoot() {
        assertThat(AckBuffer.root(AckBuffer.MOST_INPUTS - 1, -1)).isPositive();
        assertThat(AckBuffer.root(0, -1) >>> 48).isZero();
    }

    @Test
    void aHeartbeatGoesToEveryInputAndNamesRootsOnceUntilItIsSent() {
        first.room = 0;
        for (int i = 0; i < 3; i++) {
            events.name(AckBuffer.root(0, 5));
            events.name(AckBuffer.root(0, 6));
            events.beat();
            events.send();
        }
        assertThat(second.taken).hasSize(3).allMatch(Acks::isEmpty);
        first.room = 9;
        events.send();
        assertThat(first.taken).singleElement().satisfies(acks -> {
            assertThat(acks.size()).isEqualTo(2);
            assertThat(acks.value(1)).isZero();
            var roots = new ArrayList<Long>();
            acks.roots(roots::add);
            assertThat(roots).as("nothing of it can be lost").isEmpty();
        });
        assertThat(events.send()).isFalse();
    }
}
