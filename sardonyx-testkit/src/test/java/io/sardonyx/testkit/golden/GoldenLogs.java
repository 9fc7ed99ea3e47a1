package io.sardonyx.testkit.golden;

import io.sardonyx.command.Command;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Allocation;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.History;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes golden logs, by turns of a planned and a volunteered cluster: entries, and after every 25th the replica's
 * hash.
 */
final class GoldenLogs {

    static final Path DIRECTORY = Path.of("src/test/resources/golden");

    private static final int ENTRIES = 500;
    private static final int STEPS = 4000;
    private static final int APART = 25;
    private static final int KINDS = 15;

    private GoldenLogs() {}

    /** The log with the lowest number that there is none of; what exists is never written again. */
    static Path writeNext() throws IOException {
        int number = 1;
        while (Files.exists(file(number))) {
            number++;
        }
        Files.createDirectories(DIRECTORY);
        return Files.write(file(number), lines(history(number)), StandardOpenOption.CREATE_NEW);
    }

    private static Path file(int number) {
        return DIRECTORY.resolve(String.format("%04d.txt", number));
    }

    /** The first faithful history of a row of seeds that is long and varied enough, cut to length. */
    private static History history(int number) {
        Allocation allocation = number % 2 == 1 ? Allocation.PLANNED : Allocation.VOLUNTEERED;
        for (long seed = 1_000_000L * number; ; seed++) {
            History history = AnyHistory.faithful(STEPS).seeded(seed);
            if (history.entries().size() >= ENTRIES) {
                var cut = new History(history.entries().subList(0, ENTRIES));
                boolean wanted = cut.replica().cluster().allocation() == allocation;
                if (wanted && kinds(cut) >= KINDS) {
                    return cut;
                }
            }
        }
    }

    private static long kinds(History history) {
        return history.entries().stream()
                .map(entry -> entry.step().getClass())
                .distinct()
                .count();
    }

    private static List<String> lines(History history) {
        var lines = new ArrayList<String>();
        Replica replica = Replica.EMPTY;
        for (Entry<Replica> entry : history.entries()) {
            replica = replica.change(entry).after();
            lines.add(line(entry));
            if ((entry.position() + 1) % APART == 0) {
                String hash = ReplicaHash.of(new ReplicaView(replica, entry.position()));
                lines.add("{\"after\":" + entry.position() + ",\"replica-hash\":\"" + hash + "\"}");
            }
        }
        return lines;
    }

    private static String line(Entry<Replica> entry) {
        byte[] stored = EntryCodec.encode(entry.author(), entry.sequence(), (Command) entry.step());
        return "{\"position\":" + entry.position() + "," + new String(stored, StandardCharsets.UTF_8).substring(1);
    }
}
