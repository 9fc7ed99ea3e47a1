package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever breaks, nothing gets lost without a word. */
class RandomBreaksTest {

    private static final int STEPS = 10_000;
    private static final int BYTES = 3_000;

    /** One sender and one receiver, and what became of each batch. */
    private static final class Game {

        private final SplittableRandom random;
        private final Two two;
        private final ChannelSender<Batch> sender;
        private final ChannelReceiver<Batch> receiver;
        private final List<Long> polled = new ArrayList<>();
        private final Set<Long> lost = new HashSet<>();
        private long offered;
        private int most;

        Game(long seed) {
            random = new SplittableRandom(seed);
            two = new Two(seed);
            two.cables.room = 1 + random.nextInt(4);
            sender = two.sender();
            receiver = two.receiver();
        }

        void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> offer();
                case 3 -> poll(random.nextInt(20));
                case 4, 5, 6 -> two.turn();
                case 7 -> two.a.turn(two.nowNanos);
                case 8 -> two.b.turn(two.nowNanos);
                case 9 -> two.nowNanos += random.nextInt(50_000_000);
                case 10 -> hold();
                default -> cut();
            }
        }

        /** Some are larger than a frame. */
        private void offer() {
            for (int i = random.nextInt(8); i > 0; i--) {
                Batch batch = sender.blank(4, 4, 1);
                batch.add(new byte[random.nextInt(20) == 0 ? 100 * BYTES : random.nextInt(BYTES)]);
                batch.endRun(offered, -offered, null);
                if (!sender.offer(batch)) {
                    return;
                }
                offered++;
            }
        }

        private void poll(int count) {
            int waiting = 0;
            Batch batch = receiver.poll();
            while (batch != null && waiting <= count) {
                polled.add(batch.root(0));
                waiting++;
                batch = waiting <= count ? receiver.poll() : null;
            }
            most = Math.max(most, waiting);
        }

        private void hold() {
            if (random.nextBoolean()) {
                two.cables.hold(random.nextBoolean() ? Two.A : Two.B);
            } else {
                two.cables.release(Two.A);
                two.cables.release(Two.B);
            }
        }

        /** Often one way only, sometimes both at once. */
        private void cut() {
            int which = random.nextInt(12);
            if (which == 0 || which == 2) {
                two.cables.cut(Two.A, Two.B, random.nextInt(4));
            }
            if (which == 1 || which == 2) {
                two.cables.cut(Two.B, Two.A, random.nextInt(4));
            }
            sender.lost(lost::add);
        }

        /** Nothing breaks any more, and everything there is gets polled. */
        void calmDown() {
            two.cables.release(Two.A);
            two.cables.release(Two.B);
            for (int i = 0; i < 20; i++) {
                two.settle();
                poll(Integer.MAX_VALUE - 1);
                sender.lost(lost::add);
            }
        }
    }

    @Test
    void eachBatchIsPolledOnceInItsOrderOrToldLost() {
        for (long seed = 0; seed < 12; seed++) {
            var game = new Game(seed);
            for (int step = 0; step < STEPS; step++) {
                game.step();
            }
            game.calmDown();
            assertThat(game.polled).as("seed %s", seed).isSorted().doesNotHaveDuplicates();
            var silent = new ArrayList<Long>();
            var polled = new HashSet<>(game.polled);
            for (long root = 0; root < game.offered; root++) {
                if (!polled.contains(root) && !game.lost.contains(root)) {
                    silent.add(root);
                }
            }
            assertThat(silent).as("lost without a word, seed %s", seed).isEmpty();
            assertThat(game.lost).as("seed %s", seed).isNotEmpty();
            assertThat(game.polled).as("seed %s", seed).hasSizeGreaterThan(STEPS / 20);
            assertThat(game.most).as("seed %s", seed).isLessThanOrEqualTo(ChannelLimits.BATCHES_PER_CHANNEL);
            game.two.a.check();
            game.two.b.check();

            long next = game.offered;
            assertThat(Two.offer(game.sender, next, next + 100))
                    .as("all is taken, so that there is room again, seed %s", seed)
                    .isBetween(ChannelLimits.BATCHES_PER_CHANNEL / 2, ChannelLimits.BATCHES_PER_CHANNEL);
        }
    }
}
