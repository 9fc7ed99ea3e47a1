package io.sardonyx.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.json.OneLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lines on a terminal of twenty columns and four rows. */
class ScreenTest {

    private static final String SHOW_CURSOR = "\u001b[?25h";

    private final StringWriter terminal = new StringWriter();

    private Screen screen(Screen.Kind kind) {
        return new Screen(new PrintWriter(terminal), () -> new Terminal(20, 4), kind);
    }

    /** What was sent since the last look. */
    private String sent() {
        String all = terminal.toString();
        terminal.getBuffer().setLength(0);
        return all;
    }

    @Test
    void linesAreDrawnOverThoseBefore() {
        try (Screen screen = screen(Screen.Kind.LASTING)) {
            screen.draw(List.of("one", "two", "three"));
            assertThat(sent()).isEqualTo("\u001b[?25l\rone\u001b[K\ntwo\u001b[K\nthree\u001b[K\u001b[J");
            screen.draw(List.of("four"));
            assertThat(sent()).isEqualTo("\r\u001b[2Afour\u001b[K\u001b[J");
            screen.draw(List.of("five"));
            assertThat(sent()).isEqualTo("\rfive\u001b[K\u001b[J");
        }
    }

    @Test
    void nothingIsWrappedOrScrolled() {
        try (Screen screen = screen(Screen.Kind.LASTING)) {
            screen.draw(List.of("a line with more than twenty characters", "two", "three", "four", "five"));
            assertThat(sent()).contains("\ra line with more th\u001b[K", "four").doesNotContain("five");
        }
    }

    @Test
    void whateverItsKindTheCursorIsVisibleInTheEndAndOnlyOnce() {
        for (Screen.Kind kind : Screen.Kind.values()) {
            Screen screen = screen(kind);
            screen.draw(List.of("one", "two"));
            assertThat(sent()).doesNotContain(SHOW_CURSOR);
            screen.close();
            assertThat(sent()).endsWith(SHOW_CURSOR);
            screen.close();
            screen.draw(List.of("late"));
            assertThat(sent()).isEmpty();
        }
    }

    @Test
    void eachKindLeavesWhatItPromises() {
        var left = Map.of(
                Screen.Kind.LASTING, "\n",
                Screen.Kind.PASSING, "\r\u001b[1A\u001b[J",
                Screen.Kind.WHOLE, "\u001b[?1049l");
        left.forEach((kind, end) -> {
            Screen screen = screen(kind);
            screen.draw(List.of("one", "two"));
            assertThat(sent().startsWith("\u001b[?1049h")).isEqualTo(kind == Screen.Kind.WHOLE);
            screen.close();
            assertThat(sent()).isEqualTo(end + SHOW_CURSOR);
        });
    }

    @Test
    void whatWasNeverDrawnLeavesNothing() {
        screen(Screen.Kind.WHOLE).close();
        assertThat(sent()).isEmpty();
    }

    @Test
    void coloursTakeNoRoomAndEndWithTheLine() {
        String bold = new TextStyle(true).strong("bold");
        assertThat(Screen.cut(bold + " and plain", 8)).isEqualTo(bold + " and\u001b[0m");
        assertThat(Screen.cut("plain", 8)).isEqualTo("plain");
    }

    @Test
    void foreignTextCannotCommandTheTerminal() {
        assertThat(Screen.cut("a\u001b[2Jb\nc\u009bd\u202ee\u2066f\u2028g", 40)).isEqualTo("a [2Jb c d e f g");
        assertThat(Screen.cut("\u001b[31", 40)).isEqualTo(" [31");
        assertThat(OneLine.of("a\u001bb\u202ec\u2029d", 40)).isEqualTo("a b c d");
    }

    @Test
    void wideCharactersCountTwice() {
        assertThat(Screen.cut("仕事の名前", 7)).isEqualTo("仕事の");
        assertThat(Screen.cut("\ud83d\ude80\ud83d\ude80", 3)).isEqualTo("\ud83d\ude80");
        assertThat(Screen.width("job 仕事")).isEqualTo(8);
    }

    @Test
    void sizeIsThatOfTheVariablesElseOfTheTerminalElseTheUsualOne() {
        assertThat(Terminal.sized("50 132\n", Map.of())).isEqualTo(new Terminal(132, 50));
        assertThat(Terminal.sized("50 132\n", Map.of("COLUMNS", "40"))).isEqualTo(new Terminal(40, 50));
        assertThat(Terminal.sized("50 132\n", Map.of("COLUMNS", "-1", "LINES", "")))
                .isEqualTo(new Terminal(132, 50));
        assertThat(Terminal.sized("0 0\n", Map.of())).isEqualTo(Terminal.USUAL);
        assertThat(Terminal.sized("stty: no\n", Map.of())).isEqualTo(Terminal.USUAL);
    }

    @Test
    void barIsFullOnlyWhenAllIsDone() {
        assertThat(ProgressLine.bar(0, 10)).isEqualTo("[..........]   0 %");
        assertThat(ProgressLine.bar(0.999, 10)).isEqualTo("[#########.]  99 %");
        assertThat(ProgressLine.bar(1, 10)).isEqualTo("[##########] 100 %");
    }
}
