package io.sardonyx.codec;

/**
 * Something we were given cannot be used; the message says where, what is wrong and what would be right, in one line.
 */
public class BadInput extends RuntimeException {

    private static final int MAX_LENGTH = 600;

    public BadInput(String message) {
        super(oneLine(message));
    }

    public BadInput(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    /** The same fault, seen from further outside: {@code where} is put in front. */
    public BadInput in(String where) {
        return new BadInput(where + ": " + getMessage(), this);
    }

    /** Whatever a document says, it neither moves the cursor of a terminal nor fills its screen. */
    private static String oneLine(String message) {
        var line = new StringBuilder();
        int end = Math.min(message.length(), MAX_LENGTH);
        for (int i = 0; i < end; i++) {
            char c = message.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return end < message.length() ? line.append('…').toString() : line.toString();
    }
}
