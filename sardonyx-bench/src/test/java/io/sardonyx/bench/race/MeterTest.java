package io.sardonyx.bench.race;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeterTest {

    private final Trial trial = Trial.fast(Workload.W2, "1t", 1_000);

    @Test
    void aWrongResultIsNoResult() throws Exception {
        var meter = new Meter(new Liar());
        assertThat(meter.measure(trial).inputs()).isEqualTo(1_000);
        assertThatThrownBy(() -> meter.measure(trial)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aProcessWithAWrongResultFails() throws Exception {
        var complaints = new ByteArrayOutputStream();
        var cell = new Cell("liar", Workload.W2, "1t");
        var found = Fork.run(cell, Effort.QUICK, List.of(), new PrintStream(complaints, true, UTF_8));
        assertThat(found).isEmpty();
        assertThat(complaints.toString(UTF_8)).contains("W2 liar 1t FAILED").contains("expected");
    }
}
