package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.replica.Replica;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Separate JVMs over a directory form a ring, survive SIGKILL and leave on SIGTERM. */
class FileClusterTest {

    @TempDir
    private Path directory;

    private Cluster cluster() {
        return new Cluster("file:" + directory.resolve("store"), directory);
    }

    @Test
    void aRingHealsWhenAMemberIsKilledAndShrinksWhenOneLeaves() throws Exception {
        try (Cluster cluster = cluster()) {
            var members = cluster.startRing(3);
            members.get(1).kill();
            cluster.awaitRingOf(2);
            cluster.assertAllHoldTheSame();
            assertThat(members.get(0).terminate()).isZero();
            assertThat(cluster.awaitRingOf(1).replica().ring().left()).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void aNewcomerClearsAClusterThatDiedWithoutAWitness() throws Exception {
        try (Cluster cluster = cluster()) {
            var members = cluster.startRing(2);
            Replica before = cluster.read().replica();
            members.forEach(Member::strike);
            cluster.start();
            var dead = before.ring().members().keys().inOrder();
            assertThat(cluster.awaitRingOf(1, dead).replica().ring().left()).containsAll(dead);
        }
    }

    @Test
    void clientsThatComeAtOnceAreAllServed() throws Exception {
        try (Cluster cluster = cluster()) {
            cluster.startRing(1);
            var clients = new ArrayList<Member>();
            for (int i = 0; i < 6; i++) {
                Path job = Files.writeString(directory.resolve("job-" + i + ".json"), job(i));
                String store = "file:" + directory.resolve("store");
                clients.add(Program.start(
                        directory.resolve("client-" + i), "job", "submit", job.toString(), "--store", store));
            }
            for (Member client : clients) {
                assertThat(client.exitCode()).as(client.said()).isZero();
            }
        }
    }

    private static String job(int number) {
        return """
                {"id": "job-%d", "workflow": [["in", "out"]],
                 "catalog": [{"name": "in", "input": {"plugin": "items", "segments": ["a"]}},
                             {"name": "out", "output": "stdout"}]}
                """.formatted(number);
    }
}
