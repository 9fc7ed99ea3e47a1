package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a state file costs while it is written. */
class StateFileWriterTest {

    private static final int KEYS = 100_000;
    private static final int ROWS_PER_TURN = 1_000;

    private final Codecs codecs = Codecs.builder().build();
    private final StateTables tables = new StateTables(
            List.of(new StateTables.Declaration("total", StateKind.LONG_TOTAL, null)),
            codecs.keyGroups(),
            KeyType.LONG);
    private final LongTotal total = (LongTotal) tables.handle("total");

    private void addToAll() {
        for (long key = 0; key < KEYS; key++) {
            tables.seek(key);
            total.add(key);
        }
    }

    /** Rows that were written when they changed are passed over, which takes time as well. */
    @Test
    void turnsAreShortAlthoughAllRowsHaveChangedBeforeTheyWereWritten() {
        tables.reset(0);
        addToAll();
        var writer = new StateFileWriter(tables, codecs, cell -> true);
        addToAll();
        int turns = 1;
        while (!writer.write(ROWS_PER_TURN)) {
            turns++;
        }
        assertThat(turns).isGreaterThanOrEqualTo(KEYS / ROWS_PER_TURN);
        assertThat(writer.chunks().stream().mapToInt(StateFile.Chunk::rows).sum())
                .isEqualTo(KEYS);
    }
}
