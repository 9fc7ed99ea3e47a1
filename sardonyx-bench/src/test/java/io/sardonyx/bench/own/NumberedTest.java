package io.sardonyx.bench.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NumberedTest {

    private static final int KEYS = 1_000;

    private final Trial trial = Trial.fast(Workload.W11, "tcp", Additions.filling(KEYS));

    @Test
    void eachKeyIsThereAtOnce() throws Exception {
        Input input = Numbered.filling(trial);
        var keys = new TreeSet<Long>();
        for (String name : input.partitions()) {
            Partition partition = input.open(name, null);
            var segments = new Object[KEYS];
            int count = partition.poll(segments);
            for (int i = 0; i < count; i++) {
                keys.add(((Totals.Amount) segments[i]).key());
            }
            assertThat(Long.parseLong(partition.position())).isBetween((long) KEYS, KEYS + 2L);
            assertThat(partition.isAtEnd()).isFalse();
        }
        assertThat(keys).hasSize(KEYS);
    }

    @Test
    void aReaderGoesOnWhereAnotherWas() throws Exception {
        long last = trial.inputs() - 1;
        Partition partition = Numbered.filling(trial).open("0", Long.toString(last));
        var segments = new Object[10];
        assertThat(partition.poll(segments)).isEqualTo(1);
        assertThat(((Totals.Amount) segments[0]).key()).isEqualTo(Additions.filling(last, KEYS).key);
        assertThat(partition.isAtEnd()).isTrue();
    }

    @Test
    void anInputWithNothingIsAtItsEnd() throws Exception {
        Partition partition =
                Numbered.lines(Trial.fast(Workload.W2, "unfused", 0)).open("0", null);
        assertThat(partition.poll(new Object[10])).isZero();
        assertThat(partition.isAtEnd()).isTrue();
    }
}
