package io.sardonyx.cli.terminal;

import java.io.File;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** A progress line on standard error, redrawn in place. It prints nothing in a pipe, and is cleared after Ctrl-C. */
public final class ProgressLine {

    private final boolean onTerminal = isOnTerminal();
    private final Screen screen;

    public ProgressLine(PrintWriter err) {
        screen = new Screen(err, Terminal.watched(Terminal::ofError), Screen.Kind.PASSING);
    }

    /** Asks picocli only where it may say yes, since its classes take longer to load than many a job runs. */
    @SuppressWarnings("SystemConsoleNull") // where it is never null picocli is asked, which knows
    private static boolean isOnTerminal() {
        boolean mayBe = System.console() != null
                || System.getenv("CLICOLOR_FORCE") != null
                || System.getProperty("picocli.ansi") != null
                || File.separatorChar == '\\';
        return mayBe && Ansi.AUTO.enabled();
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
