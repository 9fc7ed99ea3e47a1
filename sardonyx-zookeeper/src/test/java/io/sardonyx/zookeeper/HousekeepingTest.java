package io.sardonyx.zookeeper;

import static io.sardonyx.zookeeper.Patience.answer;
import static io.sardonyx.zookeeper.Patience.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of origins, trims and deleted documents, as the server sees it. */
class HousekeepingTest {

    private static final String BASE = "/tests/logs/log";

    private TestingServer server;
    private Store store;

    @BeforeEach
    void start() throws Exception {
        server = new TestingServer();
        store = open();
    }

    @AfterEach
    void stop() throws Exception {
        store.close();
        server.close();
    }

    @Test
    void onlyTwoOriginsKeepTheirChunksAndOrphansGo() throws Exception {
        append(10);
        rebase(1);
        zooKeeper().create(BASE + "/chunks/2-orphan-0", null, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        for (int position = 3; position < 9; position++) {
            rebase(position);
        }
        assertThat(children("/chunks"))
                .hasSize(2)
                .anyMatch(it -> it.startsWith("8-"))
                .anyMatch(it -> it.startsWith("7-"));
    }

    @Test
    void aDamagedOriginIsPassedOverForTheOlder() throws Exception {
        append(10);
        rebase(3);
        rebase(7);
        damage("7-");
        assertThat(answer(log().origin()).orElseThrow().position()).isEqualTo(3);
        damage("3-");
        assertThatThrownBy(() -> answer(log().origin())).hasMessageContaining("is whole");
    }

    @Test
    void whatATrimLeftUndoneTheNextOneDoes() throws Exception {
        append(3_000);
        rebase(1_500);
        zooKeeper().setData(BASE + "/entries", new Trimmer.TrimMark(400, 0).data(), -1); // as if it had died here
        zooKeeper().delete(BASE + "/entries/e-0000000007", -1);
        assertThat(answer(log().read(7, 1)).trimmed()).isTrue();
        rebase(2_999);
        assertThat(children("/entries")).hasSize(2_500);
        assertThat(answer(log().read(499, 1)).trimmed()).isTrue();
        assertThat(answer(log().read(500, 1)).entries()).containsExactly(bytes("e500"));
        assertThat(answer(log().append(List.of(bytes("next"))))).isEqualTo(3_000);
    }

    @Test
    void anOriginBeyondTheLogTrimsNothingThatIsStillToCome() throws Exception {
        append(10);
        rebase(5_000);
        rebase(5_001);
        assertThat(answer(log().read(10, 1)).trimmed()).isFalse();
        assertThat(answer(log().append(List.of(bytes("e10"))))).isEqualTo(10);
        assertThat(answer(log().read(10, 1)).entries()).hasSize(1);
    }

    @Test
    void noVersionIsReplacedTwiceThoughItsZnodeIsBornAgainAndAgain() throws Exception {
        try (Store other = open()) {
            var replaced = CompletableFuture.supplyAsync(() -> versionsReplaced(other.documents(), 500));
            List<Long> consumed = new ArrayList<>();
            for (int life = 0; life < 150; life++) {
                answer(store.documents().write("d", bytes("x"), Documents.ABSENT));
                var seen = answer(store.documents().read(List.of("d"))).get(0);
                var isDeleted = store.documents().delete("d", seen.version());
                List<CompletionStage<OptionalLong>> rebirths = new ArrayList<>();
                while (!isDeleted.toCompletableFuture().isDone() && rebirths.size() < 60) {
                    rebirths.add(store.documents().write("d", bytes("x"), Documents.ABSENT));
                }
                if (answer(isDeleted)) {
                    consumed.add(seen.version());
                }
                for (var rebirth : rebirths) {
                    answer(rebirth);
                }
            }
            consumed.addAll(answer(replaced));
            assertThat(consumed).hasSizeGreaterThan(10).doesNotHaveDuplicates();
        }
    }

    private static List<Long> versionsReplaced(Documents documents, int times) {
        List<Long> replaced = new ArrayList<>();
        try {
            for (int i = 0; i < times; i++) {
                for (var seen : answer(documents.read(List.of("d")))) {
                    if (answer(documents.write("d", bytes("y"), seen.version())).isPresent()) {
                        replaced.add(seen.version());
                    }
                }
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return replaced;
    }

    private void append(int count) throws Exception {
        answer(log().append(
                        IntStream.range(0, count).mapToObj(i -> bytes("e" + i)).toList()));
    }

    private void rebase(long position) throws Exception {
        assertThat(answer(log().rebase(new Origin(position, bytes("state at " + position)))))
                .isTrue();
    }

    private void damage(String chunk) throws Exception {
        String name = children("/chunks").stream()
                .filter(it -> it.startsWith(chunk))
                .findFirst()
                .orElseThrow();
        zooKeeper().setData(BASE + "/chunks/" + name, bytes("else"), -1);
    }

    private List<String> children(String path) throws Exception {
        return zooKeeper().getChildren(BASE + path, false);
    }

    private ZooKeeper zooKeeper() throws Exception {
        return ((ZooKeeperStore) store).connection().zooKeeper();
    }

    private Log log() {
        return store.log("log");
    }

    private Store open() {
        return new ZooKeeperStoreProvider().open("zookeeper://" + server.getConnectString() + "/tests");
    }
}
