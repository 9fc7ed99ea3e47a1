package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.json.BadInput;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartitionListTest {

    private static final JobId J = JobId.of("j");
    private static final TaskName T = TaskName.of("t");

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final Documents documents = store.documents();

    @AfterEach
    void close() {
        store.close();
    }

    private static List<String> names(int count, String stem) {
        return IntStream.range(0, count).mapToObj(i -> stem + i).toList();
    }

    private Optional<PartitionList.Stored> read() {
        return PartitionList.read(documents, J, T).toCompletableFuture().join();
    }

    private boolean write(PartitionList list) {
        return list.write(documents, J, T, Documents.ABSENT)
                .toCompletableFuture()
                .join()
                .isPresent();
    }

    private List<String> stored() {
        return documents.names("partitions/").toCompletableFuture().join();
    }

    @Test
    void aShortListIsOneDocument() {
        assertThat(read()).isEmpty();
        var list = new PartitionList(names(3, "ä\"\n"), true, JobId.of("before"));
        assertThat(write(list)).isTrue();
        assertThat(read().orElseThrow().list()).isEqualTo(list);
        assertThat(stored()).containsExactly("partitions/j/t");
    }

    @Test
    void aLongOneIsCutIntoPagesAndTheFirstHolds() {
        var list = new PartitionList(names(100_000, "/data/in/some/directory/\u001f"), true, null);
        assertThat(write(list)).isTrue();
        assertThat(stored()).hasSizeBetween(5, 20);
        assertThat(write(new PartitionList(names(100_000, "/data/another/directory/"), true, null)))
                .isFalse();
        assertThat(read().orElseThrow().list()).isEqualTo(list);
    }

    @Test
    void aListThatHasLostAPageIsDamaged() {
        write(new PartitionList(names(100_000, "/data/in/some/directory/"), true, null));
        String page = stored().get(2);
        Document there =
                documents.read(List.of(page)).toCompletableFuture().join().get(0);
        documents.delete(page, there.version()).toCompletableFuture().join();
        assertThatThrownBy(this::read).hasCauseInstanceOf(BadInput.class).hasMessageContaining("is gone");
    }

    @Test
    void pagesAreBoundedAndUnknownToTheReleaseBefore() {
        assertThatThrownBy(() -> write(new PartitionList(names(100_000, "/data/in/"), false, null)))
                .hasMessageContaining("task t has 100000 partitions")
                .hasMessageContaining("all of whose processes are of this release");
        assertThatThrownBy(() -> write(new PartitionList(names(1_000_001, ""), true, null)))
                .hasMessageContaining("1000001 partitions");
        assertThat(stored()).isEmpty();
    }
}
