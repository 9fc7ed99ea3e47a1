package io.sardonyx.testkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.replica.Invariants;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page about properties shows is compiled, run and the same. */
class PropertiesPageTest {

    @Test
    void exampleRunsAndIsTheOneOnThePage() throws IOException {
        example();
        String source = Files.readString(Path.of("src/test/java/io/sardonyx/testkit/docs/PropertiesPageTest.java"));
        String example = source.split("// example\n", 2)[1].split("        // end\n", 2)[0];
        assertThat(Pages.read("testing.md"))
                .contains("```java\n" + example.replaceAll("(?m)^ {8}", "").strip() + "\n```");
    }

    private static void example() {
        // example
        Gen<List<Integer>> readings = Gen.ints(0, 500).lists(0, 20);
        Property.forAll(readings)
                .runs(1000)
                .check(list -> assertThat(alarm(list)).isEqualTo(list.contains(451)));

        Property.forAll(AnyHistory.faithful(200))
                .runs(100)
                .check(history ->
                        assertThat(Invariants.violated(history.replica())).isEmpty());
        // end
    }

    private static boolean alarm(List<Integer> readings) {
        return readings.stream().anyMatch(reading -> reading == 451);
    }

    @Test
    void alarmThatListensToTheFirstReadingOnlyIsFound() {
        Gen<List<Integer>> readings = Gen.ints(0, 500).lists(0, 20);
        assertThatThrownBy(() -> Property.forAll(readings)
                        .runs(10_000)
                        .check(list -> assertThat(!list.isEmpty() && list.get(0) == 451)
                                .isEqualTo(list.contains(451))))
                .hasMessageContaining("[0, 451]")
                .hasMessageContaining("-Dsardonyx.seed=");
    }
}
