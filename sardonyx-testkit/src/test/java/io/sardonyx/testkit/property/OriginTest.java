package io.sardonyx.testkit.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.Command;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.generate.Property;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A replica that was stored and read again is the replica, and goes on like it. */
class OriginTest extends Claims {

    private static final Gen<History> HISTORIES = Gen.oneOf(AnyHistory.hostile(60), AnyHistory.faithful(200));

    @Test
    void replicaReadFromItsJsonIsTheSame() {
        Property.forAll(HISTORIES).runs(runs(500)).check(history -> {
            Replica replica = history.replica();
            var view = new ReplicaView(replica, history.entries().size() - 1L);
            ReplicaView read = ReplicaView.read(json(view));
            assertThat(read).isEqualTo(view);
            assertThat(ReplicaHash.of(read)).isEqualTo(ReplicaHash.of(view));
        });
    }

    @Test
    void originAndTailGiveTheWhole() {
        Property.forAll(HISTORIES).runs(runs(60)).check(history -> {
            List<Entry<Replica>> entries = history.entries();
            Replica whole = history.replica();
            Replica replica = Replica.EMPTY;
            for (int cut = 0; cut < entries.size(); cut++) {
                replica = replica.change(entries.get(cut)).after();
                if (cut % 7 == 0) {
                    Replica origin = ReplicaView.read(json(new ReplicaView(replica, cut)))
                            .replica();
                    assertThat(History.fold(origin, entries.subList(cut + 1, entries.size())))
                            .isEqualTo(whole);
                }
            }
        });
    }

    @Test
    void entryReadFromItsJsonIsTheSame() {
        Property.forAll(HISTORIES).runs(runs(300)).check(history -> {
            for (Entry<Replica> entry : history.entries()) {
                byte[] stored = EntryCodec.encode(entry.author(), entry.sequence(), (Command) entry.step());
                Entry<Replica> read = EntryCodec.decode(entry.position(), stored);
                assertThat(new Entry<>(read.position(), read.author(), read.sequence(), read.step()))
                        .isEqualTo(entry);
            }
        });
    }

    private static byte[] json(ReplicaView view) {
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        view.write(out);
        out.end().flush();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
