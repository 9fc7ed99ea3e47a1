package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.value.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The parser of the configuration file: Java properties whose keys are names of settings.
 *
 * <p>{@link Properties} reports neither line numbers nor duplicates; here it parses one logical line at a time, so that
 * an error has its line and the syntax is still exactly the JDK's.
 */
final class ConfigurationFile {

    private static final int MAX_BYTES = 64 * 1024;

    private final String file;
    private final Collection<String> known;
    private final Map<String, SettingValue> values = new TreeMap<>();

    private ConfigurationFile(String file, Collection<String> known) {
        this.file = file;
        this.known = known;
    }

    /** Parses the file; values by name of the setting. */
    static Map<String, SettingValue> read(String file, Collection<String> known) {
        var reading = new ConfigurationFile(file, known);
        String text = new InputFile(file).read(ConfigurationFile::text);
        reading.take(text.lines().toList());
        return reading.values;
    }

    private static String text(InputStream stream) throws IOException {
        byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new BadInput("is longer than " + MAX_BYTES / 1024 + " KiB; is it a configuration file?");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadInput("is no text in UTF-8", e);
        }
    }

    private void take(List<String> lines) {
        for (int first = 0, last; first < lines.size(); first = last + 1) {
            last = first;
            while (!isComment(lines.get(first)) && isContinued(lines.get(last)) && last + 1 < lines.size()) {
                last++;
            }
            take(first + 1, String.join("\n", lines.subList(first, last + 1)));
        }
    }

    private static boolean isComment(String line) {
        String text = line.strip();
        return text.startsWith("#") || text.startsWith("!");
    }

    /** Whether the line ends with an odd number of backslashes, of which the last escapes the line break. */
    private static boolean isContinued(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 == 1;
    }

    private void take(int line, String logicalLine) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(logicalLine));
        } catch (IllegalArgumentException e) {
            throw new BadInput(file + ":" + line + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String key : properties.stringPropertyNames()) {
            take(
                    SettingValue.inFile(
                            file, line, key, properties.getProperty(key).strip()),
                    key);
        }
    }

    private void take(SettingValue given, String key) {
        if (!known.contains(key)) {
            throw new BadInput(given.source() + ": there is no setting \"" + key + "\"" + hint(key));
        }
        if (given.value().isEmpty()) {
            throw new BadInput(given.name() + " has no value");
        }
        SettingValue before = values.putIfAbsent(key, given);
        if (before != null) {
            throw new BadInput(given.name() + " was already given at " + before.source());
        }
    }

    private String hint(String key) {
        String guess = Spelling.didYouMean(key, known);
        return guess.isEmpty() ? "; there are: " + String.join(", ", known) : guess;
    }
}
