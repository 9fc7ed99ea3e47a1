package io.sardonyx.bench.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sardonyx.bench.work.Judge;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SardonyxTest {

    /** No multiple of a batch. */
    private static final int ODD = 10_007;

    @TestFactory
    Stream<DynamicTest> allVariantsComeToTheResultThatLoopsComeTo() {
        return Stream.of(Workload.W1, Workload.W1M, Workload.W2, Workload.W4, Workload.W10)
                .map(workload ->
                        dynamicTest(workload.name(), () -> check(workload, new Sardonyx().variants(workload))));
    }

    @Test
    void twoProcessesComeToTheSameResultWhetherTheySendWordsOrCounts() throws Exception {
        check(Workload.W7, List.of("tcp", "tcp" + Trial.COMBINED));
    }

    private static void check(Workload workload, List<String> variants) throws Exception {
        var judge = new Judge();
        try (var sardonyx = new Sardonyx()) {
            assertThat(sardonyx.variants(workload)).containsAll(variants);
            sardonyx.open(workload);
            for (String variant : variants) {
                var trial = Trial.fast(workload, variant, ODD);
                judge.checked(trial, sardonyx.run(trial));
            }
        }
    }
}
