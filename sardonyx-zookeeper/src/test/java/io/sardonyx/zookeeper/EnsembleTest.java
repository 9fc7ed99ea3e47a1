package io.sardonyx.zookeeper;

import static io.sardonyx.zookeeper.Patience.answer;
import static io.sardonyx.zookeeper.Patience.bytes;
import static io.sardonyx.zookeeper.Patience.eventually;
import static io.sardonyx.zookeeper.Patience.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Lease.Standing;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three servers, of which the one we talk to is killed. */
class EnsembleTest {

    private static final int ENTRIES = 400;
    private static final int WINDOW = 20;

    private TestingCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new TestingCluster(3);
        cluster.start();
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    @Test
    void appendsGoOnWhenTheServerIsKilledAndNothingAnsweredIsLost() throws Exception {
        try (Store store = open();
                Store other = open()) {
            assertThat(readAll(store.log("log"))).isEmpty();
            Map<Long, String> answered = new TreeMap<>();
            var lease = answer(store.leases().claim("n", "holder")).orElseThrow();
            boolean killed = false;
            for (int appended = 0; appended < ENTRIES; ) {
                var window = send(store.log("log"), appended);
                if (appended >= ENTRIES / 2 && !killed) {
                    killed = true;
                    kill(store);
                }
                appended = settle(store.log("log"), appended, window, answered);
            }
            List<String> all = readAll(other.log("log"));
            assertThat(all)
                    .isEqualTo(
                            IntStream.range(0, ENTRIES).mapToObj(i -> "e" + i).toList());
            answered.forEach((position, entry) ->
                    assertThat(all.get(position.intValue())).isEqualTo(entry));
            eventually("the session has moved and the lease is held", () -> lease.standing() == Standing.HELD);
            assertThat(answer(other.leases().isHeld("n"))).isTrue();
        }
    }

    private static List<CompletionStage<Long>> send(Log log, int from) {
        List<CompletionStage<Long>> answers = new ArrayList<>();
        for (int i = from; i < Math.min(ENTRIES, from + WINDOW); i++) {
            answers.add(log.append(List.of(bytes("e" + i))));
        }
        return answers;
    }

    /** Where to go on: as an outbox does, after a failure behind what a read to the end shows to have survived. */
    private static int settle(Log log, int from, List<CompletionStage<Long>> window, Map<Long, String> answered)
            throws Exception {
        boolean failed = false;
        for (int i = 0; i < window.size(); i++) {
            try {
                answered.put(answer(window.get(i)), "e" + (from + i));
            } catch (ExecutionException unknown) {
                failed = true;
            }
        }
        return failed ? readAll(log).size() : from + window.size();
    }

    private void kill(Store store) throws Exception {
        InstanceSpec spec = cluster.findConnectionInstance(
                ((ZooKeeperStore) store).connection().zooKeeper());
        assertThat(cluster.killServer(spec)).isTrue();
    }

    private Store open() {
        return new ZooKeeperStoreProvider()
                .open("zookeeper://" + cluster.getConnectString() + "/tests?sessionTimeoutMillis=20000");
    }
}
