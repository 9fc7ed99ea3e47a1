package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Texts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logs that were written once, with the hash of the replica after each entry.
 *
 * <p>A failure means that a program of today, reading a log of yesterday, would hold another replica than the program
 * that wrote it: either a mistake, or a change that needs a new format and a new golden log beside these.
 */
class GoldenLogTest {

    @ParameterizedTest
    @ValueSource(strings = {"planned", "volunteered"})
    void yesterdaysLogsLeadToYesterdaysReplicas(String name) {
        List<String> entries = lines(name + "-entries.txt");
        List<String> hashes = lines(name + "-hashes.txt");
        assertThat(hashes).hasSameSizeAs(entries);
        var replay = new Replay(ReplicaView.EMPTY);
        for (int i = 0; i < entries.size(); i++) {
            EntryLine line = EntryLine.read(Texts.bytes(entries.get(i)));
            replay.next(line.entry(), line.dead());
            assertThat(ReplicaHash.of(replay.now()))
                    .as("line %s: %s", i + 1, entries.get(i))
                    .isEqualTo(hashes.get(i));
        }
    }

    private static List<String> lines(String file) {
        return Texts.resource("/golden/" + file).lines().toList();
    }
}
