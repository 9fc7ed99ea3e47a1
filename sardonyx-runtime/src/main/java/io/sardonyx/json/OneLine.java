package io.sardonyx.json;

/**
 * Sanitizes foreign text for a terminal: no control characters, no line ends, no change of writing direction, bounded
 * length.
 */
public final class OneLine {

    private OneLine() {}

    /** The first {@code most} characters of {@code text}, with blanks for those that are not plain. */
    public static String of(String text, int most) {
        var line = new StringBuilder();
        int end = Math.min(text.length(), most);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(isPlain(c) ? c : ' ');
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }

    /** Whether a character is printed in place: no control character, line end or directional mark. */
    public static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
