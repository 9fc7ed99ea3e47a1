package io.sardonyx.cli.option;

import io.sardonyx.cli.terminal.Phrases;
import io.sardonyx.cli.terminal.Screen;
import picocli.CommandLine.Option;

/** Whether lines are shown as long as they are. */
public final class LongOption {

    private static final int COLUMNS = 120;
    private static final String CUT = "…";

    @Option(names = "--long", description = "Show whole ids, and lines as long as they are.")
    private boolean whole;

    /** A line with the ids that are wanted. */
    public String ids(String line) {
        return whole ? line : Phrases.shortened(line);
    }

    /** A line as it is printed where there is no terminal to be filled. */
    public String line(String line) {
        String shown = ids(line);
        return whole || Screen.cut(shown, COLUMNS).equals(Screen.cut(shown, Integer.MAX_VALUE))
                ? shown
                : Screen.cut(shown, COLUMNS - Screen.width(CUT)) + CUT;
    }
}
