package io.sardonyx.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Jobs that listen, in a cluster and claimed by nodes. */
class ListeningJobsTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final Set<String> received = ConcurrentHashMap.newKeySet();

    private void receive(Object line) {
        received.add(line.toString());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Job job(int port) {
        return Job.named("listen")
                .input("read", Inputs.tcpLines(port))
                .output("write", Outputs.callback("received"))
                .path("read", "write")
                .build();
    }

    private static boolean sent(int port, String line) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
            return true;
        } catch (IOException e) {
            return false; // nobody listens yet
        }
    }

    private static void await(BooleanSupplier condition) {
        for (long until = System.nanoTime() + LONG.toNanos(); !condition.getAsBoolean(); ) {
            assertThat(System.nanoTime()).isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void aClusterListens() throws Exception {
        int port = freePort();
        try (Cluster cluster = Cluster.local(2)) {
            cluster.provide("received", (Consumer<Object>) this::receive);
            cluster.submit(job(port));
            await(() -> sent(port, "one"));
            await(() -> received.contains("one"));
        }
    }

    @Test
    void oneNodeOfAllListensAndAnotherGoesOnWhenItDies() throws Exception {
        int port = freePort();
        try (Store store = Stores.open("memory:" + UUID.randomUUID());
                NodeProcess first = start(store)) {
            new NodeClient(store.documents(), LONG, InstantSource.system()).submit(job(port));
            await(() -> sent(port, "one"));
            await(() -> received.contains("one"));
            try (NodeProcess second = start(store)) {
                await(() -> second.state().token().length() > 0);
                assertThat(second.state().held()).isEmpty();
                assertThat(first.leave(LONG)).isTrue();
                await(() -> second.state().held().size() == 1);
                await(() -> sent(port, "two"));
                await(() -> received.contains("two"));
            }
        }
    }

    private NodeProcess start(Store store) {
        var settings =
                new NodeSettings(UUID.randomUUID().toString(), 1, Duration.ofSeconds(2), 3, InstantSource.system());
        return new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 1, state -> {})
                .provide("received", (Consumer<Object>) this::receive);
    }
}
