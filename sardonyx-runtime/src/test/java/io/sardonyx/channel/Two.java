package io.sardonyx.channel;

import io.sardonyx.channel.Channel.Content;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Two processes that exchange over cables; a sends batches to b. */
final class Two {

    static final Site A = new Site("a:1");
    static final Site B = new Site("b:1");
    static final Codecs CODECS = Codecs.builder().build();
    static final long SECOND = 1_000_000_000L;

    final Cables cables = new Cables();
    private final SplittableRandom random;
    RemoteChannels a;
    RemoteChannels b;
    long nowNanos = 5;

    Two(long seed) {
        random = new SplittableRandom(seed);
        a = process(A);
        b = process(B);
    }

    /** A process that begins anew, where another may have been. */
    RemoteChannels process(Site site) {
        return new RemoteChannels(cables.wire(site), random);
    }

    static Channel batches(long fence) {
        return new Channel(JobId.of("job"), fence, PeerId.of("from"), PeerId.of("to"), Content.BATCHES);
    }

    ChannelSender<Batch> sender() {
        return a.batchesTo(batches(1), B, CODECS);
    }

    /** A receiver that is known to be fast. */
    ChannelReceiver<Batch> receiver() {
        ChannelReceiver<Batch> receiver = b.batchesFrom(batches(1), A, CODECS);
        receiver.limit(ChannelLimits.NO_LIMIT);
        return receiver;
    }

    private static Channel acks() {
        return new Channel(JobId.of("job"), 1, PeerId.of("to"), PeerId.of("from"), Content.ACKS);
    }

    ChannelSender<Acks> ackOutlet() {
        return b.acksTo(acks(), A);
    }

    ChannelReceiver<Acks> ackInlet() {
        return a.acksFrom(acks(), B);
    }

    /** A turn of each; whether there was anything to do. */
    boolean turn() {
        nowNanos += 1_000_000;
        boolean worked = a.turn(nowNanos);
        return b.turn(nowNanos) || worked;
    }

    /** Turns until nobody has had anything to do for longer than any pause between two tries, or for a minute. */
    void settle() {
        long end = nowNanos + 60 * SECOND;
        long quietSince = nowNanos;
        while (nowNanos - quietSince < 3 * SECOND && nowNanos < end) {
            if (turn()) {
                quietSince = nowNanos;
            } else {
                nowNanos += SECOND / 50;
            }
        }
    }

    /** A batch of one segment, which is its root as well. */
    static Batch batch(ChannelSender<Batch> sender, long root) {
        Batch batch = sender.blank(4, 4, 1);
        batch.add(root);
        batch.endRun(root, -root, null);
        return batch;
    }

    /** The roots of all that can be taken by now. */
    static List<Long> taken(ChannelReceiver<Batch> receiver) {
        var roots = new ArrayList<Long>();
        for (@Nullable Batch batch = receiver.poll(); batch != null; batch = receiver.poll()) {
            roots.add(batch.root(0));
        }
        return roots;
    }

    static List<Long> lost(ChannelSender<?> sender) {
        var roots = new ArrayList<Long>();
        sender.lost(roots::add);
        return roots;
    }

    /** Offers batches of these roots; how many were taken. */
    static int offer(ChannelSender<Batch> sender, long first, long end) {
        int taken = 0;
        for (long root = first; root < end && sender.offer(batch(sender, root)); root++) {
            taken++;
        }
        return taken;
    }
}
