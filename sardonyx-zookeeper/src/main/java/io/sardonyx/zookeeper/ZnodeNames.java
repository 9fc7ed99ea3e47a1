package io.sardonyx.zookeeper;

import java.util.Locale;

/** Escaping of arbitrary strings as znode names, and back. */
final class ZnodeNames {

    private static final int MAX_LENGTH = 1_000;

    private ZnodeNames() {}

    static String escape(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a name has 1 to " + MAX_LENGTH + " characters, this one " + name.length());
        }
        var escaped = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char unit = name.charAt(i);
            if (isPlain(unit) || (unit == '.' && i > 0)) {
                escaped.append(unit);
            } else {
                escaped.append(String.format(Locale.ROOT, "%%%04x", (int) unit));
            }
        }
        return escaped.toString();
    }

    static String unescape(String escaped) {
        var name = new StringBuilder(escaped.length());
        for (int i = 0; i < escaped.length(); i++) {
            if (escaped.charAt(i) == '%') {
                name.append((char) Integer.parseInt(escaped.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                name.append(escaped.charAt(i));
            }
        }
        return name.toString();
    }

    private static boolean isPlain(char unit) {
        return (unit >= 'a' && unit <= 'z')
                || (unit >= 'A' && unit <= 'Z')
                || (unit >= '0' && unit <= '9')
                || unit == '-'
                || unit == '_';
    }
}
