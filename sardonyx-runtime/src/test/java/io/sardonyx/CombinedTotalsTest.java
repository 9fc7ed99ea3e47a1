package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.MethodReference;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Totals that are added up at the sender are the same as without that. Public, since jobs name methods. */
public class CombinedTotalsTest {

    private static final int COUNT = 50_000;
    private static final int KEYS = 10;
    /** Segments that the task itself was called with; by the thread of a test only in the end. */
    private static final AtomicLong CALLS = new AtomicLong();

    @TempDir
    private Path out;

    @BeforeEach
    void nothingCalled() {
        CALLS.set(0);
    }

    public static long key(long number) {
        return number % KEYS;
    }

    public static void add(long number, @State("total") LongTotal total) {
        CALLS.incrementAndGet();
        total.add(number);
    }

    /** Throws for one number in a hundred, after it has added it. */
    public static void addSome(long number, @State("total") LongTotal total) {
        total.add(number);
        if (number % 100 == 7) {
            throw new IllegalArgumentException("I do not like " + number);
        }
    }

    /** Begins again at each thousandth number, and so reads what it has; numbers of a key come in order. */
    public static void addOrBegin(long number, @State("total") LongTotal total) {
        if (number % 1_000 < KEYS) {
            total.clear();
        }
        total.add(number);
    }

    public static String total(long key, @State("total") LongTotal total) {
        return key + " " + total.count() + " " + total.sum();
    }

    private List<String> totals(MethodReference.Taking2<Long, LongTotal> function, boolean combined) throws Exception {
        Path to = Files.createTempDirectory(out, "part");
        try (Cluster cluster = Cluster.local(4)) {
            cluster.run(Job.named("totals")
                    .checkpoint(Duration.ofMillis(100))
                    .task("read", task -> task.input(Inputs.numbers(COUNT)).peers(1))
                    .task(
                            "add",
                            task -> task.accumulate(function)
                                    .groupBy(CombinedTotalsTest::key)
                                    .atEnd(CombinedTotalsTest::total)
                                    .combine(combined)
                                    .onError(ErrorPolicy.SKIP)
                                    .peers(2))
                    .task(
                            "write",
                            task -> task.output(Outputs.lines(to.toString())).peers(1))
                    .path("read", "add", "write")
                    .build());
        }
        var lines = new ArrayList<String>();
        try (Stream<Path> files = Files.list(to)) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void totalsAreTheSame() throws Exception {
        assertThat(totals(CombinedTotalsTest::add, true))
                .hasSize(KEYS)
                .containsExactlyInAnyOrderElementsOf(totals(CombinedTotalsTest::add, false));
        assertThat(CALLS.get()).as("each segment is added once").isEqualTo(2 * COUNT);
    }

    @Test
    void whatThrowsIsSkippedByThePolicyOfItsTask() throws Exception {
        assertThat(totals(CombinedTotalsTest::addSome, true))
                .hasSize(KEYS)
                .containsExactlyInAnyOrderElementsOf(totals(CombinedTotalsTest::addSome, false));
    }

    @Test
    void functionThatReadsTotalsIsNotCombined() throws Exception {
        assertThat(totals(CombinedTotalsTest::addOrBegin, true))
                .hasSize(KEYS)
                .containsExactlyInAnyOrderElementsOf(totals(CombinedTotalsTest::addOrBegin, false));
    }
}
