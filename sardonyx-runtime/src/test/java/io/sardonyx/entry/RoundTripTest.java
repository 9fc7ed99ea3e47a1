package io.sardonyx.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.Command;
import io.sardonyx.json.Texts;
import io.sardonyx.log.Entry;
import io.sardonyx.replay.Replay;
import io.sardonyx.replica.Replica;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever histories lead to is printed and read back as the same value. */
class RoundTripTest {

    private static final int HISTORIES = 120;
    private static final int ENTRIES = 120;

    @Test
    void everyReplicaOfARandomHistoryComesBack() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            var entries = new RandomEntries(seed);
            var replay = new Replay(ReplicaView.EMPTY);
            for (long position = 0; position < ENTRIES; position++) {
                String fields = position == 0 && seed % 4 > 0 ? entries.founding() : entries.next();
                EntryLine line = EntryLine.read(Texts.bytes("{'position':" + position + "," + fields + "}"));
                replay.next(line.entry(), line.dead());
                String printed = Texts.text(replay.now());
                assertThat(ReplicaView.read(Texts.bytes(printed)))
                        .as("seed %s, position %s: %s", seed, position, printed)
                        .isEqualTo(replay.now());
                assertStoredComesBack(line.entry());
            }
        }
    }

    private static void assertStoredComesBack(Entry<Replica> entry) {
        byte[] stored = EntryCodec.encode(entry.author(), entry.sequence(), (Command) entry.step());
        Entry<Replica> read = EntryCodec.decode(entry.position(), stored);
        assertThat(new Entry<>(read.position(), read.author(), read.sequence(), read.step()))
                .isEqualTo(new Entry<>(entry.position(), entry.author(), entry.sequence(), entry.step()));
    }

    @Test
    void goingOnFromAPrintedReplicaLeadsToTheSame() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            var entries = new RandomEntries(seed);
            var replay = new Replay(ReplicaView.EMPTY);
            var restarted = new Replay(ReplicaView.EMPTY);
            for (long position = 0; position < ENTRIES; position++) {
                EntryLine line = EntryLine.read(Texts.bytes("{'position':" + position + "," + entries.next() + "}"));
                var whole = replay.next(line.entry(), List.of());
                var again = restarted.next(line.entry(), List.of());
                assertThat(again.reactions()).isEqualTo(whole.reactions());
                assertThat(again.change().happened()).isEqualTo(whole.change().happened());
                assertThat(restarted.now())
                        .as("seed %s, position %s", seed, position)
                        .isEqualTo(replay.now());
                restarted = new Replay(ReplicaView.read(Texts.bytes(Texts.text(restarted.now()))));
            }
            assertThat(ReplicaHash.of(restarted.now()))
                    .isEqualTo(ReplicaHash.of(replay.now()))
                    .hasSize(64);
        }
    }
}
