package io.sardonyx.json;

/** Foreign text for a terminal: it neither moves the cursor nor fills the screen, nor turns around what follows. */
public final class OneLine {

    private OneLine() {}

    /** At most {@code most} characters of {@code text}, with blanks for those that are not plain. */
    public static String of(String text, int most) {
        var line = new StringBuilder();
        int end = Math.min(text.length(), most);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(isPlain(c) ? c : ' ');
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }

    /** Whether a character is shown where it stands: no control character, line end or mark of direction. */
    public static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
