package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `sardonyx store serve` is a store for other processes, and ends when it is told to. */
class ServedStoreTest {

    @TempDir
    private Path directory;

    private Member serve(String... more) throws IOException {
        var arguments = Stream.concat(Stream.of("store", "serve", "--port", "0"), Stream.of(more));
        Member server = Program.start(directory.resolve("server.txt"), arguments.toArray(String[]::new));
        Waiting.until("an address", () -> server.said().endsWith("\n"));
        return server;
    }

    private static String told(Member server, String key) {
        return Json.read(server.said().getBytes(StandardCharsets.UTF_8)).at(key).text();
    }

    @Test
    void theAddressItPrintsIsThatOfAStoreAndATemporaryDirectoryGoesWithIt() throws Exception {
        try (Member server = serve("--json")) {
            Path data = Path.of(told(server, "directory"));
            try (var cluster = new Cluster(told(server, "store"), directory)) {
                cluster.startRing(2);
                assertThat(data).isNotEmptyDirectory();
            }
            assertThat(server.terminate()).isZero();
            assertThat(data).doesNotExist();
            assertThat(server.said().lines()).as("nothing of ZooKeeper's own").hasSize(1);
        }
    }

    @Test
    void whatItPrintsForPeopleCanBePastedAndAGivenDirectoryStays() throws Exception {
        Path data = directory.resolve("data");
        try (Member server = serve("--dir", data.toString())) {
            List<String> lines = server.said().lines().toList();
            String[] pasted = lines.get(lines.size() - 1).strip().split(" ", -1);
            assertThat(pasted).startsWith("sardonyx", "peers", "start");
            String[] arguments = Arrays.copyOfRange(pasted, 1, pasted.length);
            try (Member member = Program.start(directory.resolve("member.txt"), arguments)) {
                Waiting.until("a member", () -> member.id().isPresent());
                assertThat(member.terminate()).isZero();
            }
            assertThat(server.terminate()).isZero();
            assertThat(data).isNotEmptyDirectory();
        }
    }
}
