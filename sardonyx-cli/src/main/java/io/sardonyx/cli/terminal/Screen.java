package io.sardonyx.cli.terminal;

import io.sardonyx.json.OneLine;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A block of terminal lines that is redrawn in place, each line cut to the terminal's width.
 *
 * <p>A shutdown hook makes the cursor visible again and moves it behind the lines, however the process ends.
 * Thread-safe.
 */
public final class Screen implements AutoCloseable {

    private static final String ESCAPE = "\u001b[";
    private static final String HIDE_CURSOR = ESCAPE + "?25l";
    private static final String SHOW_CURSOR = ESCAPE + "?25h";
    private static final String OTHER_SCREEN = ESCAPE + "?1049h";
    private static final String FIRST_SCREEN = ESCAPE + "?1049l";
    private static final String TOP_LEFT = ESCAPE + "H";
    private static final String REST_OF_LINE = ESCAPE + "K";
    private static final String ALL_BELOW = ESCAPE + "J";
    private static final String PLAIN = ESCAPE + "0m";

    /** What remains of the lines after close. */
    public enum Kind {
        /** The last lines stay. */
        LASTING,
        /** The lines are erased. */
        PASSING,
        /** The lines are on the terminal's alternate screen; afterwards its former content is restored. */
        WHOLE
    }

    private final PrintWriter out;
    private final Supplier<Terminal> terminal;
    private final Kind kind;

    /** The shutdown hook, registered by the first draw. */
    private @Nullable Thread hook;

    /** Number of lines drawn last. */
    private int drawn;

    private boolean closed;

    public Screen(PrintWriter out, Supplier<Terminal> terminal, Kind kind) {
        this.out = out;
        this.terminal = terminal;
        this.kind = kind;
    }

    /** The current size of the terminal. */
    public Terminal terminal() {
        return terminal.get();
    }

    /** Replaces the lines; does nothing after close. */
    public synchronized void draw(List<String> lines) {
        if (closed) {
            return;
        }
        var picture = new StringBuilder();
        if (hook == null) {
            hook = new Thread(this::close, "sardonyx-screen");
            Runtime.getRuntime().addShutdownHook(hook);
            picture.append(kind == Kind.WHOLE ? OTHER_SCREEN : "").append(HIDE_CURSOR);
        }
        picture.append(beginning());
        Terminal size = terminal.get();
        drawn = Math.min(lines.size(), size.rows());
        for (int i = 0; i < drawn; i++) {
            picture.append(i == 0 ? "" : "\n")
                    .append(cut(lines.get(i), size.columns() - 1))
                    .append(REST_OF_LINE);
        }
        out.print(picture.append(ALL_BELOW));
        out.flush();
    }

    /** The escape sequence that moves the cursor to the first line. */
    private String beginning() {
        if (kind == Kind.WHOLE) {
            return TOP_LEFT;
        }
        return drawn > 1 ? "\r" + ESCAPE + (drawn - 1) + "A" : "\r";
    }

    /** Restores the terminal; idempotent. The hook stays registered, since it may be running already. */
    @Override
    public synchronized void close() {
        if (!closed && hook != null) {
            String end = switch (kind) {
                case LASTING -> "\n";
                case PASSING -> beginning() + ALL_BELOW;
                case WHOLE -> FIRST_SCREEN;
            };
            out.print(end + SHOW_CURSOR);
            out.flush();
        }
        closed = true;
    }

    /**
     * Cuts a line to a width. Escape sequences of colours have no width, control characters become blanks, and
     * characters that may be wide count twice, so that a line never wraps.
     */
    public static String cut(String line, int columns) {
        var fitting = new StringBuilder();
        int room = columns;
        boolean coloured = false;
        for (int i = 0; i < line.length(); ) {
            int style = endOfStyle(line, i);
            if (style > i) {
                fitting.append(line, i, style);
                coloured = true;
                i = style;
                continue;
            }
            int c = line.codePointAt(i);
            room -= width(c);
            if (room < 0) {
                break;
            }
            fitting.appendCodePoint(OneLine.isPlain(c) ? c : ' ');
            i += Character.charCount(c);
        }
        return coloured ? fitting.append(PLAIN).toString() : fitting.toString();
    }

    /** The maximum width of a text in columns. */
    public static int width(String text) {
        return text.codePoints().map(Screen::width).sum();
    }

    private static int width(int c) {
        return c < 0x1100 ? 1 : 2;
    }

    /** The end of the colour sequence that starts here, or {@code from} if there is none. */
    private static int endOfStyle(String line, int from) {
        int i = from + ESCAPE.length();
        if (!line.startsWith(ESCAPE, from)) {
            return from;
        }
        while (i < line.length() && (Character.isDigit(line.charAt(i)) || line.charAt(i) == ';')) {
            i++;
        }
        return i < line.length() && line.charAt(i) == 'm' ? i + 1 : from;
    }
}
