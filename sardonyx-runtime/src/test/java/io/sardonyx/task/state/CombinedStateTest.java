package io.sardonyx.task.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import io.sardonyx.table.CombiningTable;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State where totals are combined, as a function's loop goes through it. */
class CombinedStateTest {

    private static final List<StateTables.Declaration> STATES =
            List.of(new StateTables.Declaration("total", StateKind.LONG_TOTAL, null));

    private final Codecs codecs = Codecs.builder().build();

    @Test
    void whatWasAddedStaysIfTheNextSegmentHasNoKey() throws Throwable {
        var table = new CombiningTable(STATES, codecs.keyGroups(), key -> 8);
        var state = new CombinedState(table, segment -> (Long) segment);
        var total = (LongTotal) state.handle("total");
        for (long number = 1; number <= 3; number++) {
            state.seek(7L);
            total.add(number);
        }
        assertThatThrownBy(() -> state.seek("no key")).isInstanceOf(ClassCastException.class);
        state.rollBack();
        var owner = new StateTables(STATES, codecs.keyGroups(), KeyType.LONG);
        owner.reset(0);
        owner.merge(table.totals(0));
        owner.seek(7L);
        assertThat(((LongTotal) owner.handle("total")).sum()).isEqualTo(6);
    }
}
