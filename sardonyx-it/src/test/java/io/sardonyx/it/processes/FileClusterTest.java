package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import java.nio.file.Path;
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
            Process first = cluster.start();
            Process second = cluster.start();
            cluster.start();
            cluster.awaitRingOf(3);
            Cluster.kill(second);
            Replica healed = cluster.awaitRingOf(2).replica();
            assertThat(Invariants.violated(healed)).isEmpty();
            assertThat(Cluster.terminate(first)).isZero();
            assertThat(cluster.awaitRingOf(1).replica().ring().left()).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void aNewcomerClearsAClusterThatDiedWithoutAWitness() throws Exception {
        try (Cluster cluster = cluster()) {
            Process first = cluster.start();
            Process second = cluster.start();
            Replica before = cluster.awaitRingOf(2).replica();
            Cluster.kill(first);
            Cluster.kill(second);
            cluster.start();
            Replica after = cluster.await(
                            "a ring of one newcomer",
                            replica -> replica.ring().members().size() == 1
                                    && before.ring().members().keys().stream().noneMatch(replica.ring()::isMember))
                    .replica();
            assertThat(after.ring().left()).containsAll(before.ring().members().keys());
        }
    }
}
