package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in an output is told right; otherwise nobody could rely on those who look with it. */
class NumberedLinesTest {

    private static final int SEGMENTS = StatefulFunctions.KEYS + 2;

    @TempDir
    private Path directory;

    private static List<String> lines() {
        var lines = new ArrayList<String>();
        for (int key = 0; key < StatefulFunctions.KEYS; key++) {
            lines.add(key + " 1");
            lines.add(
                    key < 2
                            ? "total " + key + " 2 " + (StatefulFunctions.KEYS + 2 * key)
                            : "total " + key + " 1 " + key);
        }
        lines.addAll(List.of("0 2", "1 2"));
        return lines;
    }

    @Test
    void allLinesOnceAreExact() throws Exception {
        List<String> lines = lines();
        Files.write(directory.resolve("one.txt"), lines.subList(0, 7));
        Files.write(directory.resolve("two.txt"), lines.subList(7, lines.size()));
        assertThat(NumberedLines.in(directory, SEGMENTS)).isEqualTo(NumberedLines.EXACT);
    }

    @Test
    void whatIsLostRepeatedOrForeignIsCounted() throws Exception {
        List<String> lines = lines();
        lines.remove("1 2");
        lines.remove("total 5 1 5");
        lines.addAll(List.of("7 1", "7 1", "total 9 1 9"));
        lines.addAll(List.of("2 2", "total 5 2 10", "10000 1", "0 0", "8 ", "total 8"));
        Files.write(directory.resolve("one.txt"), lines);
        Files.writeString(directory.resolve("one.tmp"), "3 1\n");
        assertThat(NumberedLines.in(directory, SEGMENTS)).isEqualTo(new NumberedLines(2, 3, 6, 1));
    }
}
