package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a process from its store is said in one line, and its exit code tells of which kind it is. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BadStoreTest {

    private static final byte[] NONSENSE = "nonsense".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private static Path outputs;

    private static DevelopmentServer server;
    private static Member lonely;

    @BeforeAll
    static void serve() throws Exception {
        server = DevelopmentServer.start(null, 0);
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String nobody = "zookeeper://127.0.0.1:" + socket.getLocalPort() + "/tests?sessionTimeoutMillis=3000";
            lonely = join(outputs.resolve("lonely.txt"), nobody);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        lonely.close();
        server.close();
    }

    private static Member join(Path output, String address) throws IOException {
        return Program.start(output, "peers", "start", "--store", address);
    }

    private static void assertRefused(String address, int code, String... reasons) throws Exception {
        try (Member member = join(outputs.resolve("refused.txt"), address)) {
            assertThat(member.exitCode()).as(member.said()).isEqualTo(code);
            assertThat(last(member)).startsWith("sardonyx: ").contains(reasons);
            assertThat(member.said()).doesNotContain("\tat ");
        }
    }

    /** Before that the log may speak. */
    private static String last(Member member) {
        return member.said().lines().reduce("", (before, line) -> line);
    }

    private static ZooKeeper client() throws IOException {
        return new ZooKeeper("127.0.0.1:" + server.port(), 10_000, event -> {});
    }

    /** Starts before all others and is looked at after them, since it takes its time. */
    @Test
    @Order(Integer.MAX_VALUE)
    void aServerThatIsNotThere() throws Exception {
        assertThat(lonely.exitCode()).isEqualTo(3);
        assertThat(last(lonely)).matches("sardonyx: zookeeper://\\S+/tests\\?…: the store gave no answer within .*");
    }

    @Test
    void anAddressThatIsNone() throws Exception {
        assertRefused("zookeeper://127.0.0.1:2181", 2, "it lacks a tenancy");
        assertRefused("zookeper://127.0.0.1:2181/tests", 2, "no store is known for 'zookeper:'");
    }

    @Test
    void aTenancyOfSomebodyElse() throws Exception {
        ZooKeeper owner = client();
        owner.addAuthInfo("digest", "owner:secret".getBytes(StandardCharsets.UTF_8));
        owner.create("/closed", NONSENSE, ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
        assertRefused(server.address("closed"), 2, "/closed", "start it under the identity that created the tenancy");
        for (String path : List.of("/closed/logs", "/closed/logs/log", "/closed/logs/log/entries")) {
            owner.create(path, new byte[0], ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
        }
        owner.create(
                "/closed/logs/log/entries/e-", NONSENSE, ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT_SEQUENTIAL);
        assertRefused(server.address("closed"), 2, "start it under the identity that created the tenancy");
        owner.close();
    }

    @Test
    void noIdentityToCloseATenancyWith() throws Exception {
        assertRefused(server.address("mine") + "?acl=creator", 2, "acl=creator needs an identity");
    }

    @Test
    void anEntryThatNobodyCanHaveWrittenStopsAllBeforeIt() throws Exception {
        String address = server.address("garbage");
        try (var cluster = new Cluster(address, outputs)) {
            Member member = cluster.startRing(1).get(0);
            ReplicaView before = cluster.read();
            cluster.store()
                    .log(LogScanner.LOG)
                    .append(List.of(NONSENSE))
                    .toCompletableFuture()
                    .get(Member.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            String position = "position " + (before.position() + 1);
            assertThat(member.exitCode()).isEqualTo(1);
            assertThat(member.said()).contains("sardonyx: stopped: " + position);
            assertRefused(address, 1, position);
        }
    }

    @Test
    void anOriginThatIsDamaged() throws Exception {
        String address = server.address("damaged");
        try (var cluster = new Cluster(address, outputs)) {
            cluster.startRing(1);
            ZooKeeper vandal = client();
            vandal.create("/damaged/logs/log/origin", NONSENSE, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            assertRefused(address, 1, "/damaged/logs/log/origin is damaged");
            String chunkless = "0 token 1 " + "0".repeat(64);
            vandal.setData("/damaged/logs/log/origin", chunkless.getBytes(StandardCharsets.UTF_8), -1);
            assertRefused(address, 1, "no origin of the log at /damaged/logs/log is whole");
            vandal.close();
        }
    }
}
