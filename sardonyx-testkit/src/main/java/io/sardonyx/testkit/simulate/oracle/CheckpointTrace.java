package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Channel;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How far the marks and acks of checkpoints have come, by job and fence, as the channels show it. */
public final class CheckpointTrace implements DeliveryOracle.Witness {

    private record Fence(JobId job, long number) {}

    private final Map<Fence, Marks> fences = new HashMap<>();

    /** The marks and acks of the latest checkpoint that was begun at a fence. */
    public static final class Marks {

        private long number;
        private boolean last;
        private final Map<PeerId, Set<PeerId>> before = new HashMap<>();
        private final Map<PeerId, Set<PeerId>> taken = new HashMap<>();
        private final Set<PeerId> passed = new HashSet<>();
        private final Set<Channel> sentAcks = new HashSet<>();
        private final Set<Channel> takenAcks = new HashSet<>();

        /** Number of the checkpoint; 0 before the first. */
        public long number() {
            return number;
        }

        /** Whether the mark says that nothing comes behind it. */
        public boolean isLast() {
            return last;
        }

        /** Whether a peer has sent the mark on some channel. */
        public boolean hasPassed(PeerId peer) {
            return passed.contains(peer);
        }

        /** Whether a peer has taken the mark on any channel, or on all of them. */
        public boolean hasTaken(PeerId peer, boolean all) {
            int count = taken.getOrDefault(peer, Set.of()).size();
            return all ? count == before.getOrDefault(peer, Set.of()).size() : count > 0;
        }

        /** Whether a peer has sent its ack. */
        public boolean hasSentAck(PeerId peer, PeerId keeper) {
            return sentAcks.stream()
                    .anyMatch(channel ->
                            channel.from().equals(peer) && channel.to().equals(keeper));
        }

        /** Whether the keeper has taken the ack of a peer. */
        public boolean isAcked(PeerId peer, PeerId keeper) {
            return takenAcks.stream()
                    .anyMatch(channel ->
                            channel.from().equals(peer) && channel.to().equals(keeper));
        }

        private void begin(long root) {
            long begun = root & ~Batch.LAST;
            boolean ending = (root & Batch.LAST) != 0;
            last = begun > number ? ending : last || ending;
            if (begun > number) {
                number = begun;
                taken.clear();
                passed.clear();
                sentAcks.clear();
                takenAcks.clear();
            }
        }
    }

    /** The marks of a job at a fence; null if nobody has opened a channel. */
    public @Nullable Marks marks(JobId job, long fence) {
        return fences.get(new Fence(job, fence));
    }

    private Marks of(Channel channel) {
        return fences.computeIfAbsent(new Fence(channel.job(), channel.fence()), fence -> new Marks());
    }

    @Override
    public void opened(Channel channel) {
        of(channel).before.computeIfAbsent(channel.to(), to -> new HashSet<>()).add(channel.from());
    }

    @Override
    public void sent(Channel channel, Object item) {
        if (item instanceof Batch batch && batch.isMark()) {
            Marks marks = of(channel);
            marks.begin(batch.root(0));
            marks.passed.add(channel.from());
        } else if (item instanceof Acks acks && root(acks) != 0) {
            Marks marks = of(channel);
            marks.begin(root(acks));
            marks.sentAcks.add(channel);
        }
    }

    @Override
    public void taken(Channel channel, Object item) {
        if (item instanceof Batch batch && batch.isMark()) {
            Marks marks = of(channel);
            marks.taken.computeIfAbsent(channel.to(), to -> new HashSet<>()).add(channel.from());
        } else if (item instanceof Acks acks && root(acks) != 0) {
            of(channel).takenAcks.add(channel);
        }
    }

    /** The root that acks are about, which is the number of a checkpoint; 0 if they only ask for one. */
    private static long root(Acks acks) {
        for (int i = 0; i < acks.size(); i++) {
            if (acks.value(i) != 0) {
                return acks.root(i);
            }
        }
        return 0;
    }
}
