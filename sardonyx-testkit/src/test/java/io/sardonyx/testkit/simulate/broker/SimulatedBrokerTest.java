package io.sardonyx.testkit.simulate.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Broker;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.testkit.contract.BrokerQueuesContract;
import io.sardonyx.testkit.contract.BrokerSessionsContract;
import io.sardonyx.testkit.contract.SharedBroker;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Without faults the simulated broker keeps every promise that the real one keeps; under faults those that count. */
class SimulatedBrokerTest {

    @Nested
    class Queues extends BrokerQueuesContract {
        @Override
        protected SharedBroker fresh() {
            return new VirtualPlace();
        }
    }

    @Nested
    class Sessions extends BrokerSessionsContract {
        @Override
        protected SharedBroker fresh() {
            return new VirtualPlace();
        }
    }

    /** Time passes while a test waits. */
    private static final class VirtualPlace implements SharedBroker {

        private final VirtualTime time = new VirtualTime();
        private final SimulatedQueues queues = new SimulatedQueues("contract", time);
        private final RandomFaults faults = new RandomFaults(new SplittableRandom(1), Set.of());

        @Override
        public Broker open() {
            return new SimulatedBroker(queues, faults, time);
        }

        @Override
        public boolean passTime() {
            return time.step();
        }

        @Override
        public void crash(Broker opened) {
            ((SimulatedBroker) opened).kill();
        }

        @Override
        public void restart() {
            queues.restart();
        }
    }

    private static final QueueName FROM = QueueName.of("epoch", "job", "from");
    private static final QueueName TO = QueueName.of("epoch", "job", "to");

    /** Answers are lost before and after, messages return late, the broker restarts: each message moves once. */
    @Test
    void inFoulWeatherEachMessageIsMovedOnce() {
        var kinds = EnumSet.of(FaultKind.NOT_APPLIED, FaultKind.APPLIED_BUT_LOST, FaultKind.LATE_REPLY);
        var seen = new TreeMap<FaultKind, Integer>();
        for (int seed = 0; seed < 50; seed++) {
            var random = new SplittableRandom(seed);
            var faults = new RandomFaults(random.split(), kinds);
            assertThat(move(random, faults, 100))
                    .as("seed " + seed)
                    .hasSize(100)
                    .doesNotHaveDuplicates();
            faults.counts().forEach((kind, count) -> seen.merge(kind, count, Integer::sum));
        }
        assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(kinds);
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        List<List<Integer>> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            var random = new SplittableRandom(42);
            runs.add(move(random, new RandomFaults(random.split(), EnumSet.allOf(FaultKind.class)), 60));
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1));
    }

    /** The numbers in the last queue after two readers have moved all of them there. */
    private static List<Integer> move(SplittableRandom random, RandomFaults faults, int count) {
        var time = new VirtualTime();
        var queues = new SimulatedQueues("foul", time);
        queues.call(state -> {
            state.declare(QueueDeclaration.shared(FROM));
            state.declare(QueueDeclaration.shared(TO));
            for (int i = 0; i < count; i++) {
                state.seed(FROM, "s" + i, io.sardonyx.queue.MessageBody.onHeap(new byte[] {(byte) i}));
            }
            return true;
        });
        var brokers = List.of(new SimulatedBroker(queues, faults, time), new SimulatedBroker(queues, faults, time));
        var sessions = new ArrayList<QueueSession>();
        brokers.forEach(broker -> sessions.add(broker.open(List.of(FROM), () -> {})));
        for (int turn = 0; queues.trueDepth(FROM) > 0; turn++) {
            assertThat(turn).isLessThan(1_000_000);
            int i = random.nextInt(2);
            QueueSession session = sessions.get(i);
            if (session.failure() != null) {
                sessions.set(i, brokers.get(i).open(List.of(FROM), () -> {}));
            }
            QueuedMessage message = session.poll();
            if (message != null) {
                var unused = session.commit(List.of(message), List.of(new OutgoingMessage(TO, message.body())));
            }
            if (random.nextInt(2_000) == 0) {
                queues.restart();
            }
            time.step();
        }
        var moved = new ArrayList<Integer>();
        assertThat(queues.trueDepth(TO)).isEqualTo(count);
        var last = queues.call(state -> state.open(List.of(TO), () -> {}));
        for (var next = queues.call(state -> state.poll(last));
                next != null;
                next = queues.call(state -> state.poll(last))) {
            moved.add((int) next.body()[0]);
        }
        return moved;
    }
}
