package io.sardonyx.cli.terminal;

/** How much of something is done, for the eye. */
public final class ProgressBar {

    private ProgressBar() {}

    /** {@code [####......] 40 %}, between the brackets so many characters. */
    public static String of(double share, int length) {
        int full = (int) (share * length);
        return "[" + "#".repeat(full) + ".".repeat(length - full) + "]" + String.format("%4d %%", (int) (share * 100));
    }
}
