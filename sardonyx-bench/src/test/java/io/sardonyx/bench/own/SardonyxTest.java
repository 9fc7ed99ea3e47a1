package io.sardonyx.bench.own;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sardonyx.bench.work.Judge;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class SardonyxTest {

    /** No multiple of a batch. */
    private static final int ODD = 10_007;

    @TestFactory
    Stream<DynamicTest> allVariantsComeToTheResultThatLoopsComeTo() {
        return Stream.of(Workload.W1, Workload.W1M, Workload.W2, Workload.W4, Workload.W10)
                .map(workload -> dynamicTest(workload.name(), () -> check(workload)));
    }

    private static void check(Workload workload) throws Exception {
        var judge = new Judge();
        try (var sardonyx = new Sardonyx()) {
            sardonyx.open(workload);
            for (String variant : sardonyx.variants(workload)) {
                var trial = Trial.fast(workload, variant, ODD);
                judge.checked(trial, sardonyx.run(trial));
            }
        }
    }
}
