package io.sardonyx.cli.log;

import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.replay.ReplayedEntry;
import java.io.Writer;

/** The printer of a replay as JSON Lines, one object per entry. */
final class JsonReplayPrinter implements ReplayPrinter {

    private final JsonOut out;

    JsonReplayPrinter(Writer target) {
        this.out = Json.onto(target);
    }

    @Override
    public void show(ReplayedEntry replayed) {
        out.begin()
                .number("position", replayed.position())
                .text("fn", CommandCodec.nameOf(replayed.command()))
                .flag("changed", replayed.change().happened())
                .begin("replica");
        new ReplicaView(replayed.change().after(), replayed.position()).write(out);
        out.end().begin("reactions");
        replayed.reactions().forEach((group, commands) -> {
            out.beginList(group.text());
            commands.forEach(command -> {
                out.begin();
                CommandCodec.write(command, out);
                out.end();
            });
            out.endList();
        });
        out.end().end().newLine();
    }

    @Override
    public void end(ReplicaView now, long entries) {
        out.flush();
    }
}
