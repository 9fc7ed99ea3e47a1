package io.sardonyx.opensearch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** A real server for tests, with one node on loopback, to be run in a process of its own. */
public final class OpenSearchServer extends Node {

    private OpenSearchServer(Settings settings) {
        super(
                InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "tests"),
                List.of(Netty4Plugin.class),
                true);
    }

    /** Serves a directory at a port, or at one of its choice for 0, and prints the port once it answers. */
    public static void main(String[] words) throws Exception {
        Path directory = Path.of(words[0]);
        Settings settings = Settings.builder()
                .put("node.name", "tests")
                .put("cluster.name", "tests")
                .put("path.home", directory.toString())
                .put("discovery.type", "single-node")
                .put("network.host", "127.0.0.1")
                .put("http.port", words[1])
                .put("transport.port", "0")
                .put("node.store.allow_mmap", false)
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .build();
        var server = new OpenSearchServer(settings);
        server.start();
        int port = server.injector()
                .getInstance(HttpServerTransport.class)
                .boundAddress()
                .publishAddress()
                .getPort();
        System.out.println("port " + port);
        new CountDownLatch(1).await();
    }
}
