package io.sardonyx.port;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/**
 * Name of a queue: parts joined by dots, each escaped so that any text can be a part. The first part should be the
 * cluster's epoch, so that a cluster whose store was wiped never meets queues of its former life.
 */
public record QueueName(String text) implements Comparable<QueueName> {

    /** Longest name; brokers keep names as addresses and file names. */
    public static final int MAX_LENGTH = 200;

    public QueueName {
        boolean isValid = !text.isEmpty() && text.length() <= MAX_LENGTH && !text.startsWith(".");
        for (int i = 0; isValid && i < text.length(); i++) {
            isValid = isPlain(text.charAt(i)) || text.charAt(i) == '.' || text.charAt(i) == '%';
        }
        if (!isValid) {
            throw new IllegalArgumentException("'" + text + "' is no name of a queue: 1 to " + MAX_LENGTH
                    + " letters, digits, '_', '-', '%' and '.'");
        }
    }

    /** The name with these parts. */
    public static QueueName of(String... parts) {
        return new QueueName(joined(parts));
    }

    /** The prefix of all names that begin with these parts, for {@link Broker#remove}. */
    public static String prefix(String... parts) {
        return joined(parts) + ".";
    }

    private static String joined(String... parts) {
        var name = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            name.append(i == 0 ? "" : ".");
            for (byte each : parts[i].getBytes(UTF_8)) {
                if (isPlain((char) each)) {
                    name.append((char) each);
                } else {
                    name.append('%').append(HexFormat.of().toHexDigits(each));
                }
            }
        }
        return name.toString();
    }

    private static boolean isPlain(char letter) {
        return letter >= 'a' && letter <= 'z'
                || letter >= 'A' && letter <= 'Z'
                || letter >= '0' && letter <= '9'
                || letter == '_'
                || letter == '-';
    }

    @Override
    public int compareTo(QueueName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
