package io.sardonyx.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.Cluster;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateBlobsTest {

    @TempDir
    private Path directory;

    private final Store store = Stores.open("memory:" + UUID.randomUUID());

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static ClusterParameters founded(String epoch) {
        return new ClusterParameters("c", Allocation.PLANNED, JobScheduler.BALANCED, 10, epoch, 3);
    }

    private static void write(Blobs blobs, String name) {
        assertThat(answer(blobs.write(name, List.of(UTF_8.encode(name))))).isTrue();
    }

    @Test
    void withoutAnAddressTheyAreThoseOfTheStoreAndApartByFounding() {
        try (var states = new StateBlobs(store)) {
            Blobs monday = states.of(founded("monday")).orElseThrow();
            Blobs tuesday = states.of(founded("tuesday")).orElseThrow();
            write(monday, "state/j/1");
            assertThat(answer(monday.names("state/"))).containsExactly("state/j/1");
            assertThat(answer(tuesday.names(""))).isEmpty();
            assertThat(answer(tuesday.read("state/j/1", 0, 9))).isEmpty();
            assertThat(answer(tuesday.delete("state/j/1"))).isFalse();
            write(tuesday, "state/j/1");
            assertThat(answer(store.blobs().orElseThrow().names("")))
                    .containsExactlyInAnyOrder("monday/state/j/1", "tuesday/state/j/1");
            assertThat(answer(monday.delete("state/j/1"))).isTrue();
            assertThat(answer(tuesday.read("state/j/1", 0, 99)).map(UTF_8::decode))
                    .hasToString("Optional[state/j/1]");
        }
    }

    @Test
    void withAnAddressTheyAreThereAndAreClosedWithIt() {
        Blobs blobs;
        try (var states = new StateBlobs(store)) {
            ClusterParameters cluster = founded("monday").withState("file:" + directory.resolve("state"));
            blobs = states.of(cluster).orElseThrow();
            write(blobs, "state/j/1");
            assertThat(answer(states.of(cluster).orElseThrow().names(""))).containsExactly("state/j/1");
            assertThat(answer(store.blobs().orElseThrow().names(""))).isEmpty();
            assertThat(directory.resolve("state/monday%2fstate%2fj%2f1.blob")).exists();
        }
        assertThatThrownBy(() -> answer(blobs.names(""))).hasMessageContaining("closed");
    }

    @Test
    void aStoreWithoutBlobsHasNoneUntilAnAddressIsGiven() {
        try (var states = new StateBlobs(new StoreWithoutBlobs(store))) {
            assertThat(states.of(founded("monday"))).isEmpty();
            assertThat(states.of(founded("monday").withState("memory:given"))).isPresent();
            ClusterParameters unknown = founded("monday").withState("s4://bucket");
            assertThatThrownBy(() -> states.of(unknown)).hasMessageContaining("known are: file:, memory:");
        }
    }

    @Test
    void aLocalClusterIsGivenAnAddressOnce() {
        String uri = "file:" + directory.resolve("local");
        try (Cluster cluster = Cluster.local(1)) {
            assertThat(cluster.client().status().state()).isNull();
            cluster.state(uri).state(uri);
            assertThat(cluster.client().status().state()).isEqualTo(uri);
            assertThatThrownBy(() -> cluster.state("memory:other"))
                    .hasMessage("this cluster stores state in " + uri + ", not in memory:other");
            assertThatThrownBy(() -> cluster.state("s3://me@bucket")).hasMessageContaining("credentials");
        }
    }

    /** A store such as ZooKeeper. */
    private record StoreWithoutBlobs(Store store) implements Store {

        @Override
        public Log log(String name) {
            return store.log(name);
        }

        @Override
        public Documents documents() {
            return store.documents();
        }

        @Override
        public Leases leases() {
            return store.leases();
        }

        @Override
        public void close() {}
    }
}
