package io.sardonyx.zookeeper;

import static io.sardonyx.zookeeper.Patience.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Store;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to a real server in a process of its own: what its client needs is passed through the address. */
class EncryptedTest {

    private static final String SECRET = "changeit";

    @TempDir
    private Path directory;

    private Process server;
    private int port;

    @BeforeEach
    void serve() throws Exception {
        run("keytool -genkeypair -alias server -keyalg RSA -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost"
                + " -validity 30 -storetype PKCS12 -storepass " + SECRET + " -keystore " + file("server.p12"));
        run("keytool -exportcert -alias server -storepass " + SECRET + " -keystore " + file("server.p12") + " -file "
                + file("server.crt"));
        run("keytool -importcert -noprompt -alias server -storetype PKCS12 -storepass " + SECRET + " -keystore "
                + file("trusted.p12") + " -file " + file("server.crt"));
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path config = Files.write(
                directory.resolve("zoo.cfg"),
                List.of(
                        "dataDir=" + file("data"),
                        "tickTime=500",
                        "secureClientPortAddress=127.0.0.1",
                        "secureClientPort=" + port,
                        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "ssl.keyStore.location=" + file("server.p12"),
                        "ssl.keyStore.password=" + SECRET,
                        "ssl.clientAuth=none",
                        "admin.enableServer=false"));
        server = new ProcessBuilder(
                        java("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.apache.zookeeper.server.ZooKeeperServerMain",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("server.txt").toFile())
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        server.destroyForcibly().waitFor();
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    private static void run(String line) throws Exception {
        String[] words = line.split(" ");
        words[0] = java(words[0]);
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private String address(String trust) {
        return "zookeeper://127.0.0.1:" + port + "/tests?zookeeper.client.secure=true"
                + "&zookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty" + trust;
    }

    @Test
    void logIsWrittenAndReadThroughTls() throws Exception {
        String trust = "&zookeeper.ssl.trustStore.location="
                + URLEncoder.encode(file("trusted.p12"), StandardCharsets.UTF_8)
                + "&zookeeper.ssl.trustStore.password=" + SECRET;
        try (Store store = new ZooKeeperStoreProvider().open(address(trust))) {
            assertThat(Patience.readAll(store.log("log"))).isEmpty();
            answer(store.log("log").append(List.of("hello".getBytes(StandardCharsets.UTF_8))));
            assertThat(Patience.readAll(store.log("log"))).containsExactly("hello");
        }
    }

    @Test
    void whoDoesNotTrustTheServerTellsItNothing() {
        try (Store store = new ZooKeeperStoreProvider().open(address(""))) {
            var read = store.log("log").read(0, 1).toCompletableFuture();
            assertThatThrownBy(() -> read.get(4, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
        }
    }
}
