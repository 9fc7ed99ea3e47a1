package io.sardonyx.replay;

import io.sardonyx.command.Command;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.RandomEntries;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the logs of {@link GoldenLogTest}; to be run when the format changes, never to make that test green. */
final class GoldenLogs {

    private static final int ENTRIES = 150;

    private GoldenLogs() {}

    public static void main(String[] directory) throws IOException {
        for (String allocation : List.of("planned", "volunteered")) {
            write(Path.of(directory[0]), allocation);
        }
    }

    private static void write(Path directory, String allocation) throws IOException {
        var random = new RandomEntries(7);
        var replay = new Replay(ReplicaView.EMPTY);
        var entries = new ArrayList<String>();
        var hashes = new ArrayList<String>();
        for (int position = 0; position < ENTRIES; position++) {
            String fields = position > 0
                    ? random.next()
                    : "'fn':'found-cluster','args':{'cluster':'golden','allocation':'" + allocation + "'}";
            EntryLine line = EntryLine.read(Texts.bytes("{'position':" + position + "," + fields + "}"));
            byte[] stored =
                    EntryCodec.encode(line.entry().author(), line.entry().sequence(), (Command)
                            line.entry().step());
            entries.add("{\"position\":" + position + "," + new String(stored, StandardCharsets.UTF_8).substring(1));
            replay.next(line.entry(), List.of());
            hashes.add(ReplicaHash.of(replay.now()));
        }
        Files.write(directory.resolve(allocation + "-entries.txt"), entries);
        Files.write(directory.resolve(allocation + "-hashes.txt"), hashes);
    }
}
