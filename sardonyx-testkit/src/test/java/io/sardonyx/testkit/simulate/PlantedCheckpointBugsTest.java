package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.Channels;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.plugin.Output;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The simulator is known to see what can be wrong about checkpoints, because it finds it where it is wrong on purpose.
 */
class PlantedCheckpointBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;

    /** An output whose calls go to another one. */
    private static class Passing implements Output {

        final Output output;

        Passing(Output output) {
            this.output = output;
        }

        @Override
        public int write(Object[] segments, int from, int to) throws Exception {
            return output.write(segments, from, to);
        }

        @Override
        public long settled() throws Exception {
            return output.settled();
        }

        @Override
        public Optional<String> prepare(long checkpoint) throws Exception {
            return output.prepare(checkpoint);
        }

        @Override
        public void commit(String bundle) throws Exception {
            output.commit(bundle);
        }

        @Override
        public void abort(String bundle) throws Exception {
            output.abort(bundle);
        }

        @Override
        public void seal() throws Exception {
            output.seal();
        }

        @Override
        public void close() throws IOException {
            output.close();
        }
    }

    /** Shows what it has prepared before the log says that the checkpoint is complete. */
    private static final class CommittingAtPrepare extends Passing {

        CommittingAtPrepare(Output output) {
            super(output);
        }

        @Override
        public Optional<String> prepare(long checkpoint) throws Exception {
            Optional<String> bundle = super.prepare(checkpoint);
            if (bundle.isPresent()) {
                output.commit(bundle.get());
            }
            return bundle;
        }
    }

    /** Says that something is prepared which would not survive a crash, nor anything else. */
    private static final class PreparingNothing extends Passing {

        PreparingNothing(Output output) {
            super(output);
        }

        @Override
        public Optional<String> prepare(long checkpoint) throws Exception {
            Optional<String> bundle = super.prepare(checkpoint);
            if (bundle.isPresent()) {
                output.abort(bundle.get());
            }
            return bundle;
        }
    }

    /** Never shows what was prepared. */
    private static final class ForgettingToCommit extends Passing {

        ForgettingToCommit(Output output) {
            super(output);
        }

        @Override
        public void commit(String bundle) {}
    }

    @Test
    void commitBeforeTheEntryIsFound() {
        assertThat(found(CommittingAtPrepare::new)).containsAnyOf("twice", "but due are");
    }

    @Test
    void ackBeforeTheBundleIsDurableIsFound() {
        assertThat(found(PreparingNothing::new)).contains("but due are");
    }

    @Test
    void bundleThatIsNotCommittedIsFound() {
        assertThat(found(ForgettingToCommit::new)).containsAnyOf("but due are", "it is not at output");
    }

    /** Channels on which marks are overtaken by what came behind them, so that nobody aligns. */
    private record Unaligned(Channels channels) implements Channels {

        @Override
        public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
            ChannelReceiver<Batch> inOrder = channels.batchesFrom(channel, from, codecs);
            return new ChannelReceiver<>() {
                private @Nullable Batch mark;

                @Override
                public @Nullable Batch poll() {
                    Batch first = mark == null ? inOrder.poll() : mark;
                    Batch second = first == null || !first.isMark() ? null : inOrder.poll();
                    mark = second == null ? null : first;
                    return second == null ? first : second;
                }

                @Override
                public void onArrival(Runnable nudge) {
                    inOrder.onArrival(nudge);
                }

                @Override
                public boolean isFull() {
                    return inOrder.isFull();
                }

                /** Without a limit, so that something is behind a mark that it can overtake. */
                @Override
                public void limit(int segmentsWanted) {
                    inOrder.limit(ChannelLimits.NO_LIMIT);
                }

                @Override
                public void close() {
                    inOrder.close();
                }
            };
        }

        @Override
        public ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
            return channels.batchesTo(channel, to, codecs);
        }

        @Override
        public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
            return channels.acksTo(channel, to);
        }

        @Override
        public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
            return channels.acksFrom(channel, from);
        }

        @Override
        public void host(GroupId group) {
            channels.host(group);
        }

        @Override
        public boolean reaches(GroupId group, @Nullable Site site) {
            return channels.reaches(group, site);
        }
    }

    @Test
    void taskThatDoesNotAlignIsFound() {
        assertThat(found(PlantedBug.NONE.ends(Unaligned::new))).containsAnyOf("did not converge", "but due are");
    }

    /** A store whose blobs go through a proxy that sees each call. */
    private static final class ProxiedBlobs extends TamperedStore {

        private final BiFunction<Blobs, Method, @Nullable BlobCall> bug;

        ProxiedBlobs(Store store, BiFunction<Blobs, Method, @Nullable BlobCall> bug) {
            super(store);
            this.bug = bug;
        }

        @Override
        public Optional<Blobs> blobs() {
            return super.blobs().map(this::proxy);
        }

        private Blobs proxy(Blobs blobs) {
            return (Blobs) Proxy.newProxyInstance(
                    Blobs.class.getClassLoader(), new Class<?>[] {Blobs.class}, (self, method, arguments) -> {
                        BlobCall call = bug.apply(blobs, method);
                        return call == null ? method.invoke(blobs, arguments) : call.call(arguments);
                    });
        }
    }

    /** What a planted bug does instead of a call of blobs. */
    private interface BlobCall {

        CompletionStage<?> call(Object[] arguments);
    }

    /** Says of each blob that it is durable when it has only been sent. */
    @SuppressWarnings("unchecked")
    private static @Nullable BlobCall written(Blobs blobs, Method method) {
        return !method.getName().equals("write")
                ? null
                : arguments -> {
                    var unused = blobs.write((String) arguments[0], (List<ByteBuffer>) arguments[1]);
                    return CompletableFuture.completedFuture(true);
                };
    }

    @Test
    void ackBeforeTheStateIsDurableIsFound() {
        assertThat(foundInState(PlantedCheckpointBugsTest::written)).contains("cannot be restored from checkpoint");
    }

    /** Deletes all files with lower numbers along with one, whether a checkpoint needs them or not. */
    private static @Nullable BlobCall deleted(Blobs blobs, Method method) {
        return !method.getName().equals("delete")
                ? null
                : arguments -> {
                    String name = (String) arguments[0];
                    return blobs.names(name.substring(0, name.lastIndexOf('/') + 1))
                            .thenCompose(names -> {
                                for (String other : names) {
                                    if (number(other) < number(name)) {
                                        var unused = blobs.delete(other);
                                    }
                                }
                                return blobs.delete(name);
                            });
                };
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('/') + 1).split("-", 2)[0]);
    }

    @Test
    void deletedFileThatACheckpointNeedsIsFound() {
        assertThat(foundInState(PlantedCheckpointBugsTest::deleted)).contains("which needs it");
    }

    /** Completes checkpoints that were made under a fence that is over. */
    private static final class FenceIgnored implements Follower.Fold<Replica> {

        private final ReplicaFold fold = new ReplicaFold();

        @Override
        public Change<Replica> apply(Replica before, Entry<Replica> entry) {
            if (entry.step() instanceof CompleteCheckpoint made) {
                Run run = before.jobs().live().get(made.job());
                long fence = run == null ? made.fence() : run.version();
                var stale = new CompleteCheckpoint(
                        made.job(), fence, made.number(), made.manifest(), made.last(), made.skipped());
                return fold.apply(before, new Entry<>(entry.position(), entry.author(), entry.sequence(), stale));
            }
            return fold.apply(before, entry);
        }

        @Override
        public Replica empty() {
            return fold.empty();
        }

        @Override
        public Replica fromOrigin(byte[] origin) {
            return fold.fromOrigin(origin);
        }

        @Override
        public Entry<Replica> decode(long position, byte[] stored) {
            return fold.decode(position, stored);
        }

        @Override
        public Entry<Replica> skipped(long position) {
            return fold.skipped(position);
        }

        @Override
        public boolean isContinued(Replica before, Replica after) {
            return fold.isContinued(before, after);
        }
    }

    @Test
    void checkpointOfAFenceThatIsOverIsFound() {
        assertThat(found(PlantedBug.NONE.replicas(FenceIgnored::new))).isNotEmpty();
    }

    private static String foundInState(BiFunction<Blobs, Method, @Nullable BlobCall> bug) {
        return found(PlantedBug.NONE.stores(store -> new ProxiedBlobs(store, bug)));
    }

    private static String found(UnaryOperator<Output> bug) {
        return found(PlantedBug.NONE.outputs(bug));
    }

    static String found(PlantedBug bug) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                JobSimulation.runCheckpointed(
                        seed, JobSimulation.FEWEST_GROUPS + (int) (seed % 3), bug, Simulation.SILENT);
            } catch (AssertionError found) {
                System.out.println("found by seed " + seed);
                return String.valueOf(found.getMessage());
            }
        }
        return fail("nothing was found by " + SEEDS_TO_FIND_A_BUG + " seeds");
    }
}
