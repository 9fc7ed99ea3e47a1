package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.Channels;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Oracle for message delivery: decorates all {@link Channels} of a simulated world and checks that each batch or bundle
 * of acks that a receiver polls was sent on that channel, under its fence, and is delivered at most once. Lost messages
 * are allowed, for roots time out and are retried.
 */
public final class DeliveryOracle {

    /** How often each message was sent and not yet received. */
    private final Map<Declared, Integer> underWay = new HashMap<>();

    private @Nullable String violation;
    private Witness witness = new Witness() {};

    /** Listener for what is sent and taken on channels. */
    public interface Witness {

        /** Called when the receiving end of a channel of batches is opened. */
        default void opened(Channel channel) {}

        default void sent(Channel channel, Object item) {}

        default void taken(Channel channel, Object item) {}
    }

    /** Sets the listener. */
    public void show(Witness other) {
        witness = other;
    }

    /**
     * A message as sent on a channel, identified by all numbers (roots, ack values, ends of runs) of a batch or of a
     * bundle of acks.
     */
    private record Declared(Channel channel, List<Long> goods) {}

    /**
     * Throws the first violation found, if any. It is not thrown inside {@code poll}, since the engine would take it
     * for a failure of the task.
     */
    public void check() {
        if (violation != null) {
            throw new AssertionError(violation);
        }
    }

    /** Decorates a machine's channels: every accepted send is recorded, every poll is checked. */
    public Channels watch(Channels exchange) {
        return new Channels() {
            @Override
            public ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
                return new WatchedBatches(channel, exchange.batchesTo(channel, to, codecs));
            }

            @Override
            public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
                witness.opened(channel);
                return watched(channel, exchange.batchesFrom(channel, from, codecs), DeliveryOracle::goods);
            }

            @Override
            public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
                return watchedAcks(channel, exchange.acksTo(channel, to));
            }

            @Override
            public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
                return watched(channel, exchange.acksFrom(channel, from), DeliveryOracle::goods);
            }

            @Override
            public void host(GroupId group) {
                exchange.host(group);
            }

            @Override
            public boolean reaches(GroupId group, @Nullable Site site) {
                return exchange.reaches(group, site);
            }
        };
    }

    private static List<Long> goods(Batch batch) {
        return LongStream.range(0, batch.runs())
                .flatMap(run -> LongStream.of(batch.root((int) run), batch.value((int) run), batch.end((int) run)))
                .boxed()
                .toList();
    }

    private static List<Long> goods(Acks acks) {
        var all = new ArrayList<Long>();
        for (int i = 0; i < acks.size(); i++) {
            all.add(acks.value(i));
        }
        acks.roots(all::add);
        return all;
    }

    /** Records that a message was sent. */
    private void declare(Channel channel, List<Long> goods) {
        underWay.merge(new Declared(channel, goods), 1, Integer::sum);
    }

    /** Checks a received message against those sent and not yet received. */
    private void inspect(Channel channel, List<Long> goods) {
        Integer count = underWay.computeIfPresent(new Declared(channel, goods), (it, sent) -> sent - 1);
        if (count == null || count < 0) {
            violation = channel + " gives what was not sent on it, or gives it again";
        }
    }

    /** A sender of batches, each of which is recorded once it is sent. */
    private final class WatchedBatches implements ChannelSender<Batch> {

        private final Channel channel;
        private final ChannelSender<Batch> outlet;

        WatchedBatches(Channel channel, ChannelSender<Batch> outlet) {
            this.channel = channel;
            this.outlet = outlet;
        }

        @Override
        public Batch blank(int capacity, int usual, int runs) {
            return outlet.blank(capacity, usual, runs);
        }

        @Override
        public int batchLimit() {
            return outlet.batchLimit();
        }

        @Override
        public boolean isNear() {
            return outlet.isNear();
        }

        @Override
        public boolean offer(Batch batch) {
            boolean taken = outlet.offer(batch);
            if (taken) {
                declare(channel, goods(batch));
                witness.sent(channel, batch);
            }
            return taken;
        }

        @Override
        public void onRoom(Runnable nudge) {
            outlet.onRoom(nudge);
        }

        @Override
        public void lost(LongConsumer roots) {
            outlet.lost(roots);
        }

        @Override
        public void close() {
            outlet.close();
        }
    }

    private ChannelSender<Acks> watchedAcks(Channel channel, ChannelSender<Acks> outlet) {
        return new ChannelSender<>() {
            @Override
            public boolean offer(Acks acks) {
                boolean taken = outlet.offer(acks);
                if (taken) {
                    declare(channel, goods(acks));
                    witness.sent(channel, acks);
                }
                return taken;
            }

            @Override
            public void onRoom(Runnable nudge) {
                outlet.onRoom(nudge);
            }

            @Override
            public void lost(LongConsumer roots) {
                outlet.lost(roots);
            }

            @Override
            public void close() {
                outlet.close();
            }
        };
    }

    private <T> ChannelReceiver<T> watched(Channel channel, ChannelReceiver<T> inlet, Function<T, List<Long>> goods) {
        return new ChannelReceiver<>() {
            @Override
            public @Nullable T poll() {
                T item = inlet.poll();
                if (item != null) {
                    inspect(channel, goods.apply(item));
                    witness.taken(channel, item);
                }
                return item;
            }

            @Override
            public void onArrival(Runnable nudge) {
                inlet.onArrival(nudge);
            }

            @Override
            public boolean isFull() {
                return inlet.isFull();
            }

            @Override
            public void limit(int segmentsWanted) {
                inlet.limit(segmentsWanted);
            }

            @Override
            public void close() {
                inlet.close();
            }
        };
    }
}
