package io.sardonyx.cli.terminal;

/** A textual progress bar. */
public final class ProgressBar {

    private ProgressBar() {}

    /**
     * Renders a bar, as {@code [####......]} and a percentage.
     *
     * @param share between 0 and 1
     * @param length characters between the brackets
     */
    public static String of(double share, int length) {
        int full = (int) (share * length);
        return "[" + "#".repeat(full) + ".".repeat(length - full) + "]" + String.format("%4d %%", (int) (share * 100));
    }
}
