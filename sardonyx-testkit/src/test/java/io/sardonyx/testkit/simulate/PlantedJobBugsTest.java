package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.Channels;
import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.KillJob;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Entry;
import io.sardonyx.plugin.Output;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.replica.Replica;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The simulator is known to see what an engine can do wrong, because it finds it where it is wrong on purpose. */
class PlantedJobBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;

    /** An output that says of all it took that it would survive. */
    private static final class Hasty implements Output {

        private final Output output;
        private long taken;

        Hasty(Output output) {
            this.output = output;
        }

        @Override
        public int write(Object[] segments, int from, int to) throws Exception {
            int count = output.write(segments, from, to);
            taken += count;
            return count;
        }

        @Override
        public long settled() throws Exception {
            output.settled();
            return taken;
        }

        @Override
        public void seal() throws Exception {
            output.seal();
        }
    }

    @Test
    void anAckBeforeTheOutputIsDurableIsFound() {
        assertThat(found(PlantedBug.NONE.outputs(Hasty::new))).contains("is done, but it is not at output");
    }

    /** An exchange for which a channel is the same at every fence, and so is never closed. */
    private record Fenceless(Channels exchange) implements Channels {

        private static Channel always(Channel channel) {
            return new Channel(channel.job(), 0, channel.from(), channel.to(), channel.content());
        }

        private static ChannelSender<Batch> openBatches(ChannelSender<Batch> outlet) {
            return new ChannelSender<Batch>() {
                @Override
                public Batch blank(int capacity, int usual, int runs) {
                    return outlet.blank(capacity, usual, runs);
                }

                @Override
                public int batchLimit() {
                    return outlet.batchLimit();
                }

                @Override
                public void onRoom(Runnable nudge) {
                    outlet.onRoom(nudge);
                }

                @Override
                public boolean offer(Batch item) {
                    return outlet.offer(item);
                }

                @Override
                public void close() {}
            };
        }

        private static ChannelSender<Acks> openAcks(ChannelSender<Acks> outlet) {
            return new ChannelSender<>() {
                @Override
                public void onRoom(Runnable nudge) {
                    outlet.onRoom(nudge);
                }

                @Override
                public boolean offer(Acks item) {
                    return outlet.offer(item);
                }

                @Override
                public void close() {}
            };
        }

        private static <T> ChannelReceiver<T> open(ChannelReceiver<T> inlet) {
            return new ChannelReceiver<>() {
                @Override
                public @Nullable T poll() {
                    return inlet.poll();
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
                public void close() {}
            };
        }

        @Override
        public ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
            return openBatches(exchange.batchesTo(always(channel), to, codecs));
        }

        @Override
        public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
            return open(exchange.batchesFrom(always(channel), from, codecs));
        }

        @Override
        public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
            return openAcks(exchange.acksTo(always(channel), to));
        }

        @Override
        public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
            return open(exchange.acksFrom(always(channel), from));
        }

        @Override
        public void host(GroupId group) {
            exchange.host(group);
        }

        @Override
        public boolean reaches(GroupId group, @Nullable Site site) {
            return exchange.reaches(group, site);
        }
    }

    @Test
    void anExchangeThatIgnoresTheFenceIsFound() {
        assertThat(found(PlantedBug.NONE.exchanges(Fenceless::new)))
                .containsAnyOf("gives what was not sent on it", "did not converge");
    }

    /** Documents that are what they are but for what is overridden. */
    private static class Bent implements Documents {

        private final Documents documents;

        Bent(Documents documents) {
            this.documents = documents;
        }

        @Override
        public CompletionStage<List<Document>> read(Collection<String> names) {
            return documents.read(names);
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return documents.names(prefix);
        }

        @Override
        public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
            return documents.write(name, body, seen);
        }

        @Override
        public CompletionStage<Boolean> delete(String name, long seen) {
            return documents.delete(name, seen);
        }

        @Override
        public Watch onChange(String prefix, Runnable nudge) {
            return documents.onChange(prefix, nudge);
        }
    }

    /** A log that is what it is but for what is overridden. */
    private static class BentLog implements Log {

        private final Log log;

        BentLog(Log log) {
            this.log = log;
        }

        @Override
        public CompletionStage<Long> append(List<byte[]> entries) {
            return log.append(entries);
        }

        @Override
        public CompletionStage<Slice> read(long from, int limit) {
            return log.read(from, limit);
        }

        @Override
        public CompletionStage<Optional<Origin>> origin() {
            return log.origin();
        }

        @Override
        public CompletionStage<Boolean> rebase(Origin origin) {
            return log.rebase(origin);
        }

        @Override
        public Watch onAppend(Runnable nudge) {
            return log.onAppend(nudge);
        }
    }

    /** Each checkpoint says one segment more than is done. */
    private static Store boastful(Store store) {
        return new TamperedStore(store) {
            @Override
            public Documents documents() {
                return new Bent(store.documents()) {
                    @Override
                    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
                        return super.write(name, name.startsWith("checkpoints/") ? more(body) : body, seen);
                    }
                };
            }
        };
    }

    private static byte[] more(byte[] body) {
        ReaderCheckpoint told = ReaderCheckpoint.read(body);
        var open = new TreeMap<Integer, Checkpoint>();
        told.open()
                .forEach((partition, one) -> open.put(
                        partition,
                        new Checkpoint(
                                Integer.toString(Integer.parseInt(one.position()) + 1),
                                false,
                                one.fence(),
                                one.skipped())));
        return told.with(open).bytes();
    }

    @Test
    void aCheckpointOfWhatIsNotDoneIsFound() {
        assertThat(found(PlantedBug.NONE.stores(PlantedJobBugsTest::boastful))).contains("a checkpoint of");
    }

    /** A store that gives the documents of several readers otherwise than they are. */
    private static Store merging(Store store, Function<String, UnaryOperator<List<ReaderCheckpoint>>> bends) {
        return new TamperedStore(store) {
            @Override
            public Documents documents() {
                return new Bent(store.documents()) {
                    @Override
                    public CompletionStage<List<Document>> read(Collection<String> names) {
                        boolean all = names.size() > 1 && names.stream().allMatch(ReaderCheckpoint::isName);
                        return super.read(names).thenApply(found -> all ? bent(found, bends) : found);
                    }
                };
            }
        };
    }

    private static List<Document> bent(
            List<Document> found, Function<String, UnaryOperator<List<ReaderCheckpoint>>> bends) {
        if (found.isEmpty()) {
            return found;
        }
        String first = found.get(0).name();
        UnaryOperator<List<ReaderCheckpoint>> bend = bends.apply(first.substring(0, first.lastIndexOf('/')));
        List<ReaderCheckpoint> said;
        try {
            said = bend.apply(found.stream()
                    .map(each -> ReaderCheckpoint.read(each.body()))
                    .toList());
        } catch (BadInput damaged) {
            return found;
        }
        return IntStream.range(0, found.size())
                .mapToObj(i -> new Document(
                        found.get(i).name(), said.get(i).bytes(), found.get(i).version()))
                .toList();
    }

    /** Whoever merges what readers have written takes the oldest position of a partition that it has ever read. */
    private static UnaryOperator<List<ReaderCheckpoint>> oldest() {
        var oldest = new TreeMap<Integer, Checkpoint>();
        return readers -> {
            readers.forEach(reader -> reader.open()
                    .forEach((partition, one) -> oldest.merge(
                            partition, one, (before, other) -> other.fence() < before.fence() ? other : before)));
            return readers.stream()
                    .map(reader -> {
                        var others = new TreeMap<>(reader.open());
                        others.replaceAll((partition, one) -> oldest.get(partition));
                        return reader.with(others);
                    })
                    .toList();
        };
    }

    @Test
    void anOlderFenceThatWinsAMergeIsFound() {
        assertThat(found(PlantedBug.NONE.stores(store -> {
                    var ofTasks = new TreeMap<String, UnaryOperator<List<ReaderCheckpoint>>>();
                    return merging(store, task -> ofTasks.computeIfAbsent(task, ignored -> oldest()));
                })))
                .containsAnyOf("went back", "did not converge");
    }

    /** Whoever merges what readers have written forgets what they have done. */
    private static List<ReaderCheckpoint> forgetful(List<ReaderCheckpoint> readers) {
        return readers.stream()
                .map(reader -> {
                    ReaderCheckpoint left = reader;
                    for (int done : reader.done().stream().toArray()) {
                        left = left.without(done);
                    }
                    return left;
                })
                .toList();
    }

    @Test
    void aMergeThatForgetsWhatIsDoneIsFound() {
        assertThat(found(PlantedBug.NONE.stores(store -> merging(store, task -> PlantedJobBugsTest::forgetful))))
                .containsAnyOf("went back", "is done with the same", "were skipped, but");
    }

    /** Takes what it knows already once more. */
    private static LongPredicate forgiving() {
        long[] next = {0};
        return number -> {
            boolean known = number <= next[0];
            next[0] = Math.max(next[0], number + 1);
            return known;
        };
    }

    @Test
    void aLinkThatAcceptsDuplicatesIsFound() {
        assertThat(found(PlantedBug.NONE.orders(PlantedJobBugsTest::forgiving))).contains("gives it again");
    }

    /** Whoever cannot run a job has it killed, instead of leaving it to others. */
    private static Store intolerant(Store store) {
        return saying(store, PlantedJobBugsTest::killing);
    }

    /** A store whose log gets other entries than are appended. */
    private static Store saying(Store store, UnaryOperator<byte[]> other) {
        return new TamperedStore(store) {
            @Override
            public Log log(String name) {
                return new BentLog(store.log(name)) {
                    @Override
                    public CompletionStage<Long> append(List<byte[]> entries) {
                        return super.append(entries.stream().map(other).toList());
                    }
                };
            }
        };
    }

    /** Whoever kills a job means every time of it, also one in which others have its place. */
    private static byte[] timeless(byte[] stored) {
        Entry<Replica> entry = EntryCodec.decode(0, stored);
        return entry.step() instanceof KillJob kill
                ? EntryCodec.encode(entry.author(), entry.sequence(), new KillJob(kill.job(), kill.cause()))
                : stored;
    }

    @Test
    void aKillWithoutFenceIsFound() {
        assertThat(found(PlantedBug.NONE.stores(store -> saying(store, PlantedJobBugsTest::timeless))))
                .contains("was killed, though nobody asked for it", "is not to be written by");
    }

    @Test
    void aWatchdogThatAbandonsAnInnocentLoopIsFound() {
        assertThat(found(PlantedBug.NONE.watches((hanging, all) ->
                        all.stream().filter(loop -> loop != hanging).findFirst().orElse(hanging))))
                .contains("did not converge");
    }

    private static byte[] killing(byte[] stored) {
        Entry<Replica> entry = EntryCodec.decode(0, stored);
        return entry.step() instanceof DeclareUnfit unfit
                ? EntryCodec.encode(
                        entry.author(),
                        entry.sequence(),
                        new KillJob(
                                unfit.job(),
                                new Cause(unfit.reason(), null, unfit.id().text())))
                : stored;
    }

    @Test
    void anUnfitMemberThatKillsIsFound() {
        assertThat(found(PlantedBug.NONE.stores(PlantedJobBugsTest::intolerant)))
                .contains("killed");
    }

    /** An exchange that is what it is but for acks. */
    private abstract static class BentAcks implements Channels {

        private final Channels exchange;

        BentAcks(Channels exchange) {
            this.exchange = exchange;
        }

        ChannelSender<Acks> bent(ChannelSender<Acks> outlet) {
            return outlet;
        }

        ChannelReceiver<Acks> bent(ChannelReceiver<Acks> inlet) {
            return inlet;
        }

        @Override
        public ChannelSender<Batch> batchesTo(Channel channel, @Nullable Site to, Codecs codecs) {
            return exchange.batchesTo(channel, to, codecs);
        }

        @Override
        public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
            return exchange.batchesFrom(channel, from, codecs);
        }

        @Override
        public ChannelSender<Acks> acksTo(Channel channel, @Nullable Site to) {
            return bent(exchange.acksTo(channel, to));
        }

        @Override
        public ChannelReceiver<Acks> acksFrom(Channel channel, @Nullable Site from) {
            return bent(exchange.acksFrom(channel, from));
        }

        @Override
        public void host(GroupId group) {
            exchange.host(group);
        }

        @Override
        public boolean reaches(GroupId group, @Nullable Site site) {
            return exchange.reaches(group, site);
        }
    }

    /** Who takes long to do a root has failed. */
    private static final class Impatient extends BentAcks {

        private static final int MOST_LOOKS = 40;

        Impatient(Channels exchange) {
            super(exchange);
        }

        private static @Nullable Acks failedAfter(int looks, TreeMap<Long, Integer> seen) {
            var failed = new Acks(0);
            seen.entrySet().removeIf(root -> {
                boolean late = looks - root.getValue() > MOST_LOOKS;
                if (late) {
                    failed.fail(root.getKey());
                }
                return late;
            });
            return failed.isEmpty() ? null : failed;
        }

        @Override
        ChannelReceiver<Acks> bent(ChannelReceiver<Acks> inlet) {
            var seen = new TreeMap<Long, Integer>();
            int[] looks = {0};
            return new ChannelReceiver<>() {
                @Override
                public @Nullable Acks poll() {
                    Acks acks = inlet.poll();
                    if (acks != null) {
                        acks.roots(root -> seen.putIfAbsent(root, looks[0]));
                        return acks;
                    }
                    looks[0]++;
                    return failedAfter(looks[0], seen);
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

    @Test
    void expiryThatIsCountedAsFailureIsFound() {
        assertThat(found(PlantedBug.NONE.ends(Impatient::new)))
                .containsAnyOf(
                        "was killed, though nobody asked for it",
                        "were skipped, but",
                        "is done, but it is not at output");
    }

    /** Nobody hears that a task is still at work. */
    private static final class Heartless extends BentAcks {

        Heartless(Channels exchange) {
            super(exchange);
        }

        @Override
        ChannelSender<Acks> bent(ChannelSender<Acks> outlet) {
            return new ChannelSender<>() {
                @Override
                public void onRoom(Runnable nudge) {
                    outlet.onRoom(nudge);
                }

                @Override
                public boolean offer(Acks acks) {
                    int[] roots = {0};
                    acks.roots(root -> roots[0]++);
                    return roots[0] == 0 || outlet.offer(acks);
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
    }

    @Test
    void aClockThatIsNotRestartedIsFound() {
        assertThat(found(PlantedBug.NONE.ends(Heartless::new), seed -> Storm.none(seed, groups(seed))))
                .contains("calls were made for abandoned attempts");
    }

    /** Nobody is made ready by a batch that has come. */
    private static final class Deaf extends BentAcks {

        Deaf(Channels exchange) {
            super(exchange);
        }

        @Override
        public ChannelReceiver<Batch> batchesFrom(Channel channel, @Nullable Site from, Codecs codecs) {
            ChannelReceiver<Batch> inlet = super.batchesFrom(channel, from, codecs);
            return new ChannelReceiver<>() {
                @Override
                public @Nullable Batch poll() {
                    return inlet.poll();
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

    @Test
    void aLoopThatIsNotMadeReadyIsFound() {
        assertThat(found(PlantedBug.NONE.ends(Deaf::new))).contains("did not converge");
    }

    private static Channels withoutInlets(Channels exchange) {
        return (Channels) Proxy.newProxyInstance(
                Channels.class.getClassLoader(), new Class<?>[] {Channels.class}, (self, method, arguments) -> {
                    if (method.getName().equals("batchesFrom")) {
                        throw new NoClassDefFoundError("no such ring");
                    }
                    return method.invoke(exchange, arguments);
                });
    }

    @Test
    void whatKeepsATaskFromItsChannelsIsTold() {
        assertThat(found(PlantedBug.NONE.ends(PlantedJobBugsTest::withoutInlets)))
                .contains("no such ring");
    }

    private static int groups(long seed) {
        return JobSimulation.FEWEST_GROUPS + (int) (seed % 3);
    }

    private static String found(PlantedBug bug) {
        return found(bug, seed -> Storm.anyAtWork(seed, groups(seed)).seeded(seed));
    }

    private static String found(PlantedBug bug, LongFunction<Storm> storms) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                JobSimulation.run(storms.apply(seed), bug, Simulation.SILENT);
            } catch (AssertionError broken) {
                System.out.println("found by seed " + seed + ": "
                        + broken.getMessage().lines().findFirst().orElse(""));
                return broken.getMessage();
            }
        }
        return fail("no seed below " + SEEDS_TO_FIND_A_BUG + " found the planted bug");
    }

    @Test
    void whatIsFoundIsShrunkAndTold() {
        var hasty = PlantedBug.NONE.outputs(Hasty::new);
        assertThat(FailureReport.ofWork(hasty).tell(0, 4))
                .contains("./sardonyx sim --jobs --seed 0 --groups 4 --verbose", "is done, but it is not at output");
    }
}
