package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.entry.RandomEvents;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.RosterView;
import io.sardonyx.json.Texts;
import io.sardonyx.log.Provenance;
import io.sardonyx.value.GroupId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A log of events that was written once, with the hash of the roster after each; see {@link GoldenLogTest}. */
class GoldenRosterTest {

    private static final int ENTRIES = 400;

    @Test
    void yesterdaysEventsLeadToYesterdaysRosters() {
        List<String> entries = lines("coordinated-entries.txt");
        List<String> hashes = lines("coordinated-hashes.txt");
        assertThat(entries).hasSize(ENTRIES);
        assertThat(hashes).hasSameSizeAs(entries);
        Roster roster = Roster.EMPTY;
        for (int i = 0; i < entries.size(); i++) {
            var entry = EventCodec.decode(i, entries.get(i).getBytes(StandardCharsets.UTF_8));
            roster = entry.step().apply(roster, i);
            assertThat(ReplicaHash.of(new RosterView(roster, i)))
                    .as("line %s: %s", i + 1, entries.get(i))
                    .isEqualTo(hashes.get(i));
        }
        assertThat(EventCodec.names()).allMatch(name -> entries.stream().anyMatch(entry -> entry.contains(name)));
    }

    private static List<String> lines(String file) {
        return Texts.resource("/golden/" + file).lines().toList();
    }

    /** Writes both files; to be run when the format changes, never to make the test green. */
    public static void main(String[] directory) throws IOException {
        var events = new RandomEvents(7, 8);
        var entries = new ArrayList<String>();
        var hashes = new ArrayList<String>();
        for (int position = 0; position < ENTRIES; position++) {
            byte[] stored = EventCodec.encode(GroupId.of("leader"), events.next(), new Provenance(2, null, null, null));
            entries.add(new String(stored, StandardCharsets.UTF_8));
            hashes.add(ReplicaHash.of(new RosterView(events.roster(), position)));
        }
        Files.write(Path.of(directory[0]).resolve("coordinated-entries.txt"), entries);
        Files.write(Path.of(directory[0]).resolve("coordinated-hashes.txt"), hashes);
    }
}
