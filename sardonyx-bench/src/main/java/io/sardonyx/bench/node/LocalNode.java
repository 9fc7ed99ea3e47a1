package io.sardonyx.bench.node;

import com.sun.management.OperatingSystemMXBean;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.function.source.Functions;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/** A node in this process; its figures of CPU and memory are those of the whole JVM. */
final class LocalNode implements MeasuredNode {

    private final String token = UUID.randomUUID().toString();
    private final CountingStore store;
    private final NodeProcess node;

    /** Starts it. */
    LocalNode(String address, int workers, Duration lease) {
        store = new CountingStore(Stores.open(address));
        node = new NodeProcess(
                store,
                new NodeSettings(token, workers, lease, NodeSettings.DEFAULT_ATTEMPTS, InstantSource.system()),
                Functions.onClassPath(),
                Secrets.none(),
                Runtime.getRuntime().availableProcessors(),
                state -> {});
    }

    @Override
    public String token() {
        return token;
    }

    @Override
    public Figures figures() {
        Runtime memory = Runtime.getRuntime();
        var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Figures(
                store.calls(),
                store.changes(),
                machine.getProcessCpuTime(),
                memory.totalMemory() - memory.freeMemory(),
                node.state().held().size());
    }

    @Override
    public Figures collected() {
        System.gc();
        return figures();
    }

    @Override
    public void close() {
        node.close();
        store.close();
    }
}
