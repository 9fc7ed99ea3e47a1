package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.content.StatePart;
import io.sardonyx.port.Blobs;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import io.sardonyx.task.state.StateReader;
import io.sardonyx.testkit.simulate.jobs.CountedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@link CountedState} from what is stored of it. */
final class StoredState {

    private StoredState() {}

    /** What the state is, as text by key. */
    @SuppressWarnings("unchecked")
    static Map<Long, String> read(List<StatePart> parts, Blobs blobs) {
        Codecs codecs = Codecs.builder().build();
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("total", StateKind.LONG_TOTAL, null),
                        new StateTables.Declaration("odd", StateKind.ENTRIES, null),
                        new StateTables.Declaration("all", StateKind.ITEMS, null),
                        new StateTables.Declaration("text", StateKind.VALUE, null)),
                codecs.keyGroups(),
                KeyType.LONG);
        tables.reset(0);
        if (!StateReader.read(tables, codecs, parts, blobs, () -> true)) {
            throw new IllegalStateException("a file of " + parts + " is missing or damaged");
        }
        var keys = new ArrayList<Long>();
        tables.new Keys().next(Integer.MAX_VALUE, key -> keys.add((Long) key));
        var texts = new TreeMap<Long, String>();
        for (long key : keys) {
            tables.seek(key);
            texts.put(
                    key,
                    CountedState.text(
                            (LongTotal) tables.handle("total"),
                            (Entries<Long, Long>) tables.handle("odd"),
                            (Items<Long>) tables.handle("all"),
                            ((Value<String>) tables.handle("text")).get()));
        }
        return texts;
    }
}
