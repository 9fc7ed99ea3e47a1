package io.sardonyx.testkit.simulate.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Blobs;
import io.sardonyx.testkit.contract.BlobsContract;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Without faults the simulated blobs keep every promise of the port; with faults each call has one of its outcomes. */
class SimulatedBlobsTest extends BlobsContract {

    @Override
    protected SharedBlobs fresh() {
        return new VirtualBlobs(new RandomFaults(new SplittableRandom(1), Set.of()));
    }

    @Test
    void aSeedGivesLateLostTornAndUnreadAndNeverAPart() {
        var seen = new TreeMap<String, Integer>();
        var again = new TreeMap<String, Integer>();
        for (int seed = 0; seed < 50; seed++) {
            run(seed, seen);
            run(seed, again);
        }
        assertThat(again).isEqualTo(seen);
        assertThat(seen)
                .containsOnlyKeys(
                        "written late",
                        "written",
                        "failed and written",
                        "failed and torn",
                        "failed and not written",
                        "read",
                        "read late",
                        "not read");
    }

    private static void run(int seed, Map<String, Integer> seen) {
        var random = new SplittableRandom(seed);
        var place = new VirtualBlobs(new RandomFaults(random.split(), EnumSet.allOf(FaultKind.class)));
        Blobs blobs = place.open();
        for (int i = 0; i < 60; i++) {
            String name = "b" + i;
            long start = place.time.nowNanos();
            int torn = place.store.blobs().torn();
            String written = outcome(place, blobs.write(name, List.of(UTF_8.encode("whole "), UTF_8.encode(name))));
            boolean isThere = place.store.blobs().names("").contains(name);
            boolean isLate = place.time.nowNanos() - start > 20_000_000;
            boolean isTorn = place.store.blobs().torn() > torn;
            if (written.equals("failed")) {
                assertThat(isTorn && isThere).isFalse();
                count(seen, "failed and " + (isThere ? "written" : isTorn ? "torn" : "not written"));
            } else {
                assertThat(written).isEqualTo("true");
                assertThat(isThere).isTrue();
                count(seen, isLate ? "written late" : "written");
            }
            start = place.time.nowNanos();
            String read = outcome(place, blobs.read(name, 0, 100).thenApply(it -> it.map(UTF_8::decode)));
            isLate = place.time.nowNanos() - start > 20_000_000;
            assertThat(read).isIn("failed", isThere ? "Optional[whole " + name + "]" : "Optional.empty");
            count(seen, read.equals("failed") ? "not read" : isLate ? "read late" : "read");
        }
    }

    private static void count(Map<String, Integer> seen, String what) {
        seen.merge(what, 1, Integer::sum);
    }

    private static <T> String outcome(VirtualBlobs place, CompletionStage<T> stage) {
        var outcome = new ArrayList<String>();
        stage.whenComplete((value, failure) -> outcome.add(failure == null ? String.valueOf(value) : "failed"));
        while (outcome.isEmpty()) {
            assertThat(place.passTime()).isTrue();
        }
        return outcome.get(0);
    }

    /** Time passes while a test waits. */
    private static final class VirtualBlobs implements SharedBlobs {

        private final VirtualTime time = new VirtualTime();
        private final SimulatedStore store = new SimulatedStore();
        private final RandomFaults faults;
        private final IdentityHashMap<Blobs, SimulatedConnection> connections = new IdentityHashMap<>();

        VirtualBlobs(RandomFaults faults) {
            this.faults = faults;
        }

        @Override
        public Blobs open() {
            var connection = new SimulatedConnection(store, faults, time);
            var blobs = new OpenedBlobs(connection.blobs().orElseThrow(), connection);
            connections.put(blobs, connection);
            return blobs;
        }

        @Override
        public void crash(Blobs opened) {
            connections.remove(opened).kill();
        }

        @Override
        public boolean passTime() {
            return time.step();
        }
    }

    /** Blobs that are closed with their connection. */
    private record OpenedBlobs(Blobs blobs, SimulatedConnection connection) implements Blobs {

        @Override
        public CompletionStage<Boolean> write(String name, List<ByteBuffer> content) {
            return blobs.write(name, content);
        }

        @Override
        public CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length) {
            return blobs.read(name, from, length);
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return blobs.names(prefix);
        }

        @Override
        public CompletionStage<Boolean> delete(String name) {
            return blobs.delete(name);
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
