package io.sardonyx.testkit.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.LocalChannels;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeLoop;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Job;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import io.sardonyx.testkit.simulate.store.SimulatedStore;
import io.sardonyx.testkit.simulate.store.StoredDocuments;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Production nodes that start at the same time over a simulated store share its partitions evenly. */
class PartitionSpreadTest {

    private static final int NODES = 10;
    private static final int WORKERS = 100;
    private static final Duration LEASE = NodeSettings.DEFAULT_LEASE;
    private static final long LONGEST_TURN_NANOS = 10_000_000;

    private final VirtualTime time = new VirtualTime();
    private final SimulatedStore store = new SimulatedStore();
    /* Who held each partition last, and how many partitions went from one holder to another. */
    private final Map<String, String> holders = new HashMap<>();
    private int taken;

    private void watch() {
        store.documents().show(new StoredDocuments.Witness() {
            @Override
            public void written(String name, byte[] body) {
                if (name.startsWith("claims/work/")) {
                    Field document = Json.read(body);
                    String holder = document.at("holder").textOr("");
                    String before = holders.put(name, holder);
                    taken += before == null || before.isEmpty() || before.equals(holder) ? 0 : 1;
                }
            }

            @Override
            public void lost(String name) {
                holders.remove(name);
            }
        });
    }

    private void submit(ClaimData data, int partitions) {
        for (int i = 0; i < partitions; i++) {
            data.put("job", String.format("p%04d", i), 1);
        }
        new NodeClient(new DirectDocuments(store.documents()), Duration.ofSeconds(1), () -> Instant.EPOCH)
                .submit(Job.named("job")
                        .input("read", ClaimData.input("job", false))
                        .output("write", ClaimData.output("job"))
                        .path("read", "write")
                        .build());
    }

    /** Starts a node whose tasks get no turns, so that it keeps what it has claimed. */
    private void start(int number, ClaimData data, RandomGenerator random) {
        FunctionLoader functions = FunctionLoader.onClassPath();
        LongSupplier clock = time::nowNanos;
        var resources = new ProcessResources(
                functions,
                PluginRegistry.in(functions.loader()),
                new LocalChannels(),
                loop -> {},
                Map.of(ClaimData.RESOURCE, data),
                clock,
                () -> Instant.EPOCH.plusNanos(clock.getAsLong()),
                StateBudget.ofHeap(),
                random::nextLong,
                List::of,
                Secrets.none());
        var faults = new RandomFaults(random, EnumSet.noneOf(FaultKind.class));
        var node = new NodeLoop(
                new SimulatedConnection(store, faults, time).documents(),
                new NodeSettings("node-" + number, WORKERS, LEASE, NodeSettings.DEFAULT_ATTEMPTS, () -> Instant.EPOCH),
                resources,
                random,
                Runnable::run);
        turn(node, random);
    }

    private void turn(NodeLoop node, RandomGenerator random) {
        node.turn(time.nowNanos());
        time.after(random.nextLong(LONGEST_TURN_NANOS), () -> turn(node, random));
    }

    private Map<String, Integer> held() {
        var held = new TreeMap<String, Integer>();
        holders.values().stream()
                .filter(holder -> !holder.isEmpty())
                .forEach(holder -> held.merge(holder, 1, Integer::sum));
        return held;
    }

    @ParameterizedTest(name = "{0} partitions, seed {1}")
    @CsvSource({"1000, 1", "1000, 2", "500, 3"})
    void everyNodeHasItsShareSoonAndNoneIsTakenFromALiveHolder(int partitions, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        var data = new ClaimData(random);
        watch();
        submit(data, partitions);
        for (int i = 0; i < NODES; i++) {
            start(i, data, random);
        }
        long even = partitions / NODES;
        while (time.nowNanos() < 3 * LEASE.toNanos() && time.step()) {
            // events do all the work
        }
        Map<String, Integer> soon = held();
        System.out.printf("%d partitions, seed %d, after 3 leases: %s%n", partitions, seed, soon);
        while (time.nowNanos() < 6 * LEASE.toNanos() && time.step()) {
            // they go on renewing
        }

        assertThat(soon).hasSize(NODES);
        assertThat(soon.values()).allMatch(count -> Math.abs(count - even) * 5 <= even);
        assertThat(held().values().stream().mapToInt(it -> it).sum()).isEqualTo(partitions);
        assertThat(taken).isZero();
    }
}
