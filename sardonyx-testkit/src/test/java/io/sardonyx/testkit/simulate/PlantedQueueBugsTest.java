package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.plugin.Output;
import io.sardonyx.port.Broker;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.task.queue.QueueMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The simulator sees what queued delivery can do wrong: each bug is found within 200 seeds with queued jobs. */
class PlantedQueueBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;

    private static boolean isToken(byte[] body) {
        return QueueMessage.kind(body) == QueueMessage.TOKEN;
    }

    private static boolean isSentinel(byte[] body) {
        return QueueMessage.kind(body) == QueueMessage.SENTINEL;
    }

    /** Two transactions, called one right after the other. */
    private static CompletionStage<Void> both(CompletionStage<Void> first, CompletionStage<Void> second) {
        return CompletableFuture.allOf(first.toCompletableFuture(), second.toCompletableFuture());
    }

    /** Takes in one transaction, and gives in another one. */
    private static Broker inTwo(Broker broker) {
        return new TamperedBroker(broker) {
            @Override
            CompletionStage<Void> commit(QueueSession session, List<QueuedMessage> taken, List<OutgoingMessage> given) {
                return both(session.commit(taken, List.of()), session.commit(List.of(), given));
            }
        };
    }

    @Test
    void takingAndGivingInTwoTransactionsIsFound() {
        find(() -> PlantedBug.NONE.brokers(PlantedQueueBugsTest::inTwo), "never was in the queue", "times");
    }

    /** Moves tokens in one transaction, and gives the segments that were read in another one. */
    private static Broker apart(Broker broker) {
        return new TamperedBroker(broker) {
            @Override
            CompletionStage<Void> commit(QueueSession session, List<QueuedMessage> taken, List<OutgoingMessage> given) {
                if (taken.stream().noneMatch(message -> isToken(message.body()))) {
                    return session.commit(taken, given);
                }
                Map<Boolean, List<OutgoingMessage>> kinds =
                        given.stream().collect(Collectors.partitioningBy(message -> isToken(message.body())));
                return both(session.commit(taken, kinds.get(true)), session.commit(List.of(), kinds.get(false)));
            }
        };
    }

    @Test
    void aTokenThatIsCommittedApartFromItsSegmentsIsFound() {
        find(() -> PlantedBug.NONE.brokers(PlantedQueueBugsTest::apart), "never was in the queue", "times");
    }

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
    void aCommitBeforeTheOutputHasSettledIsFound() {
        find(() -> PlantedBug.NONE.outputs(Hasty::new), "completion says");
    }

    /** A depth that leaves out what is in the hands of sessions, those of all processes. */
    private static PlantedBug withoutDelivered() {
        Map<QueueName, Set<ByteBuffer>> inHands = new HashMap<>();
        return PlantedBug.NONE.brokers(broker -> new TamperedBroker(broker) {
            @Override
            void polled(QueuedMessage message) {
                inHands.computeIfAbsent(message.queue(), queue -> new HashSet<>())
                        .add(ByteBuffer.wrap(message.body()));
            }

            @Override
            CompletionStage<Void> commit(QueueSession session, List<QueuedMessage> taken, List<OutgoingMessage> given) {
                taken.forEach(message ->
                        inHands.getOrDefault(message.queue(), Set.of()).remove(ByteBuffer.wrap(message.body())));
                return session.commit(taken, given);
            }

            @Override
            public CompletionStage<OptionalLong> depth(QueueName queue) {
                int delivered = inHands.getOrDefault(queue, Set.of()).size();
                return super.depth(queue)
                        .thenApply(depth -> depth.isEmpty() ? depth : OptionalLong.of(depth.getAsLong() - delivered));
            }
        });
    }

    @Test
    void aDepthWithoutWhatIsDeliveredIsFound() {
        find(PlantedQueueBugsTest::withoutDelivered, "are not done");
    }

    /** Gives no sentinel back. */
    private static Broker withoutLeader(Broker broker) {
        return new TamperedBroker(broker) {
            @Override
            CompletionStage<Void> commit(QueueSession session, List<QueuedMessage> taken, List<OutgoingMessage> given) {
                return session.commit(
                        taken,
                        given.stream()
                                .filter(message -> message.attempt() == 0 || !isSentinel(message.body()))
                                .toList());
            }
        };
    }

    @Test
    void aLeaderThatIsDroppedIsFound() {
        find(() -> PlantedBug.NONE.brokers(PlantedQueueBugsTest::withoutLeader), "did not converge");
    }

    /** Gives every sentinel the same id, so that none is told from the elected one. */
    private static Broker withoutElection(Broker broker) {
        return new TamperedBroker(broker) {
            @Override
            CompletionStage<Void> commit(QueueSession session, List<QueuedMessage> taken, List<OutgoingMessage> given) {
                return session.commit(
                        taken,
                        given.stream()
                                .map(message -> isSentinel(message.body()) ? same(message) : message)
                                .toList());
            }
        };
    }

    private static OutgoingMessage same(OutgoingMessage sentinel) {
        return new OutgoingMessage(sentinel.queue(), new byte[] {QueueMessage.SENTINEL, 'x'})
                .withAttempt(sentinel.attempt())
                .withDelayMillis(sentinel.delayMillis());
    }

    @Test
    void aSecondSentinelThatIsTakenForTheEndIsFound() {
        find(() -> PlantedBug.NONE.brokers(PlantedQueueBugsTest::withoutElection), "did not converge");
    }

    /** A broker to which every queue is one that any number of sessions read. */
    private static Broker shared(Broker broker) {
        return new TamperedBroker(broker) {
            @Override
            public CompletionStage<Void> declare(Collection<QueueDeclaration> queues) {
                return super.declare(queues.stream()
                        .map(queue -> QueueDeclaration.shared(queue.name()))
                        .toList());
            }
        };
    }

    @Test
    void anOrderedQueueWithTwoReadersIsFound() {
        find(() -> PlantedBug.NONE.brokers(PlantedQueueBugsTest::shared), "out of order");
    }

    /**
     * Runs seeds until one fails in one of these words; what else a bug leads to, such as a job that never ends, does
     * not count. Each seed gets a bug of its own, for some remember things.
     */
    /** Puts the seed of every peer into the queue, as a broker may that gets two at the same moment. */
    private static Broker seededByAll(Broker broker) {
        return new TamperedBroker(broker) {

            private int seeds;

            @Override
            public CompletionStage<Void> seed(QueueName queue, String id, byte[] body) {
                return super.seed(queue, id + "-" + System.identityHashCode(this) + "-" + seeds++, body);
            }
        };
    }

    @Test
    void partitionsAreReadOnceHoweverManySeedsThereAre() {
        LongStream.iterate(0, seed -> seed + 1)
                .filter(Storm::isQueued)
                .limit(30)
                .forEach(seed -> JobSimulation.run(
                        Storm.anyAtWork(seed, JobSimulation.FEWEST_GROUPS + (int) (seed % 3))
                                .seeded(seed),
                        PlantedBug.NONE.brokers(PlantedQueueBugsTest::seededByAll),
                        Simulation.SILENT));
    }

    private static void find(Supplier<PlantedBug> bugs, String... words) {
        var queued = LongStream.iterate(0, seed -> seed + 1)
                .filter(Storm::isQueued)
                .limit(SEEDS_TO_FIND_A_BUG)
                .iterator();
        while (queued.hasNext()) {
            long seed = queued.nextLong();
            int groups = JobSimulation.FEWEST_GROUPS + (int) (seed % 3);
            try {
                JobSimulation.run(Storm.anyAtWork(seed, groups).seeded(seed), bugs.get(), Simulation.SILENT);
            } catch (AssertionError broken) {
                String first = broken.getMessage().lines().findFirst().orElse("");
                if (Arrays.stream(words).anyMatch(first::contains)) {
                    System.out.println("found by seed " + seed + ": " + first);
                    return;
                }
            }
        }
        fail("none of " + SEEDS_TO_FIND_A_BUG + " seeds found the planted bug");
    }
}
