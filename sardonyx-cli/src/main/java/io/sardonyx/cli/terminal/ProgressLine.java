package io.sardonyx.cli.terminal;

import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** A progress line on standard error, redrawn in place. It prints nothing in a pipe, and is cleared after Ctrl-C. */
public final class ProgressLine {

    private final boolean onTerminal = Ansi.AUTO.enabled();
    private final Screen screen;

    public ProgressLine(CommandSpec spec) {
        screen = new Screen(spec.commandLine().getErr(), Terminal.watched(Terminal::ofError), Screen.Kind.PASSING);
    }

    /**
     * Renders a bar, as {@code [####......]} and a percentage.
     *
     * @param share between 0 and 1
     * @param length characters between the brackets
     */
    public static String bar(double share, int length) {
        int full = (int) (share * length);
        return "[" + "#".repeat(full) + ".".repeat(length - full) + "]" + String.format("%4d %%", (int) (share * 100));
    }

    /** Whether it is on a terminal. */
    public boolean isSeen() {
        return onTerminal;
    }

    /** Redraws the line. */
    public void say(String what) {
        if (onTerminal) {
            screen.draw(List.of(what));
        }
    }

    /** Erases the line; nothing is drawn afterwards. */
    public void end() {
        screen.close();
    }
}
