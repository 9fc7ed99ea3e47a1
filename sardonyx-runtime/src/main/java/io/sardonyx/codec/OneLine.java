package io.sardonyx.codec;

/** Foreign text for a terminal: it neither moves the cursor nor fills the screen. */
public final class OneLine {

    private OneLine() {}

    /** At most {@code most} characters of {@code text}, with blanks for line ends and other control characters. */
    public static String of(String text, int most) {
        var line = new StringBuilder();
        int end = Math.min(text.length(), most);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }
}
