package io.sardonyx.cli.option;

import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.terminal.Screen;
import picocli.CommandLine.Option;

/** The option {@code --long}: whole ids and lines instead of abbreviated ones. */
public final class LongOption {

    private static final int COLUMNS = 120;
    private static final String CUT = "…";

    @Option(names = "--long", description = "Show whole ids, and lines as long as they are.")
    private boolean whole;

    /** The line with whole or abbreviated ids. */
    public String ids(String line) {
        return whole ? line : Phrases.shortened(line);
    }

    /** The line, cut to 120 columns unless whole lines are wanted; for output that is no terminal. */
    public String line(String line) {
        String shown = ids(line);
        return whole || Screen.cut(shown, COLUMNS).equals(Screen.cut(shown, Integer.MAX_VALUE))
                ? shown
                : Screen.cut(shown, COLUMNS - Screen.width(CUT)) + CUT;
    }
}
