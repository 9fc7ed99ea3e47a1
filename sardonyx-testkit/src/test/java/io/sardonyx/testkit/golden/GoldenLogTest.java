package io.sardonyx.testkit.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Json;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Histories of former days lead to the same replicas for ever. */
class GoldenLogTest {

    @Test
    void everyGoldenLogLeadsToItsReplicas() throws IOException {
        List<Path> logs;
        try (Stream<Path> files = Files.list(GoldenLogs.DIRECTORY)) {
            logs = files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        }
        assertThat(logs).isNotEmpty();
        for (Path log : logs) {
            replay(log);
        }
    }

    private static void replay(Path log) throws IOException {
        Replica replica = Replica.EMPTY;
        int hashes = 0;
        for (String line : Files.readAllLines(log)) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            var hash = Json.read(bytes).at("replica-hash");
            if (hash.isAbsent()) {
                Entry<Replica> entry = EntryLine.read(bytes).entry();
                replica = replica.change(entry).after();
                assertThat(Invariants.violated(replica)).isEmpty();
            } else {
                long position = Json.read(bytes).at("after").whole(0, Long.MAX_VALUE);
                assertThat(ReplicaHash.of(new ReplicaView(replica, position)))
                        .as("%s after position %d", log.getFileName(), position)
                        .isEqualTo(hash.text());
                hashes++;
            }
        }
        assertThat(hashes).isGreaterThanOrEqualTo(10);
    }

    /** Not a test: it writes the next golden log. */
    @Test
    @EnabledIfSystemProperty(named = "sardonyx.golden", matches = "write")
    void writesTheNextOne() throws IOException {
        Path written = GoldenLogs.writeNext();
        assertThat(written).exists();
        replay(written);
    }
}
