package io.sardonyx.bench;

import io.sardonyx.command.Command;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * A history as a log stores it.
 *
 * @param growth calls that come before what is measured
 * @param life calls that are measured
 */
record StoredHistory(String name, List<List<byte[]>> growth, List<List<byte[]>> life, Replica last) {

    static StoredHistory of(String name, MixedHistory.Life life, int perCall) {
        return new StoredHistory(name, calls(life.growth(), perCall), calls(life.entries(), perCall), life.last());
    }

    private static List<List<byte[]>> calls(List<Entry<Replica>> entries, int perCall) {
        var calls = new ArrayList<List<byte[]>>();
        for (int from = 0; from < entries.size(); from += perCall) {
            calls.add(entries.subList(from, Math.min(entries.size(), from + perCall)).stream()
                    .map(StoredHistory::encoded)
                    .toList());
        }
        return calls;
    }

    static byte[] encoded(Entry<Replica> entry) {
        return EntryCodec.encode(entry.author(), entry.sequence(), (Command) entry.step());
    }

    int grownSize() {
        return size(growth);
    }

    int lifeSize() {
        return size(life);
    }

    double meanBytes() {
        return life.stream()
                .flatMap(List::stream)
                .mapToInt(it -> it.length)
                .average()
                .orElseThrow();
    }

    private static int size(List<List<byte[]>> calls) {
        return calls.stream().mapToInt(List::size).sum();
    }
}
