package io.sardonyx.serial;

import org.jspecify.annotations.Nullable;

/**
 * UTF-8 encoder and decoder that is lossless: an unpaired surrogate, which a Java string may contain, becomes three
 * bytes like any other character, where the JDK would write a question mark.
 */
final class Utf8 {

    private Utf8() {}

    static int length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter < 0x80) {
                length++;
            } else if (letter < 0x800) {
                length += 2;
            } else if (isPair(text, i)) {
                length += 4;
                i++;
            } else {
                length += 3;
            }
        }
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    private static boolean isPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    /** Writes exactly {@link #length} bytes. */
    static void write(String text, byte[] bytes, int start) {
        int at = start;
        for (int i = 0; i < text.length(); i++) {
            int letter = text.charAt(i);
            if (letter < 0x80) {
                bytes[at++] = (byte) letter;
            } else if (letter < 0x800) {
                bytes[at++] = (byte) (0xC0 | letter >> 6);
                bytes[at++] = tail(letter);
            } else if (isPair(text, i)) {
                int point = text.codePointAt(i++);
                bytes[at++] = (byte) (0xF0 | point >> 18);
                bytes[at++] = tail(point >> 12);
                bytes[at++] = tail(point >> 6);
                bytes[at++] = tail(point);
            } else {
                bytes[at++] = (byte) (0xE0 | letter >> 12);
                bytes[at++] = tail(letter >> 6);
                bytes[at++] = tail(letter);
            }
        }
    }

    private static byte tail(int bits) {
        return (byte) (0x80 | bits & 0x3F);
    }

    /** Decodes a string, or returns null if the bytes are not UTF-8. {@code room} needs a character for each byte. */
    static @Nullable String read(byte[] bytes, int start, int length, char[] room) {
        int at = start;
        int end = start + length;
        int count = 0;
        while (at < end) {
            int first = bytes[at];
            int size = size(first);
            if (size == 0 || size > end - at) {
                return null;
            }
            int point = first >= 0 ? first : first & 0x7F >> size;
            for (int i = 1; i < size; i++) {
                if ((bytes[at + i] & 0xC0) != 0x80) {
                    return null;
                }
                point = point << 6 | bytes[at + i] & 0x3F;
            }
            if (point < smallest(size) || point > Character.MAX_CODE_POINT) {
                return null;
            }
            count += Character.toChars(point, room, count);
            at += size;
        }
        return new String(room, 0, count);
    }

    /** Number of bytes of a character by its first byte, or 0 if it is invalid. */
    private static int size(int first) {
        if (first >= 0) {
            return 1;
        }
        if ((first & 0xE0) == 0xC0) {
            return 2;
        }
        if ((first & 0xF0) == 0xE0) {
            return 3;
        }
        return (first & 0xF8) == 0xF0 ? 4 : 0;
    }

    /** Smallest code point that needs so many bytes; overlong encodings are rejected. */
    private static int smallest(int size) {
        return switch (size) {
            case 1 -> 0;
            case 2 -> 0x80;
            case 3 -> 0x800;
            default -> Character.MIN_SUPPLEMENTARY_CODE_POINT;
        };
    }
}
