package io.sardonyx.cli.terminal;

import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** One line on a terminal that says how far long work has come; nothing in a pipe, and nothing is left after Ctrl-C. */
public final class ProgressLine {

    private final boolean onTerminal = Ansi.AUTO.enabled();
    private final Screen screen;

    public ProgressLine(CommandSpec spec) {
        screen = new Screen(spec.commandLine().getErr(), Terminal.watched(Terminal::ofError), Screen.Kind.PASSING);
    }

    /** Whether anybody sees it. */
    public boolean isSeen() {
        return onTerminal;
    }

    public void say(String what) {
        if (onTerminal) {
            screen.draw(List.of(what));
        }
    }

    public void end() {
        screen.close();
    }
}
