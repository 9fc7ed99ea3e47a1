package io.sardonyx.cli.option;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The picocli converter for timeouts: a number with unit, {@code 500ms}, {@code 30s}, {@code 2m}, or {@code PT30S}. */
final class TimeoutConverter implements ITypeConverter<Duration> {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Duration read = read(text);
        if (read == null || read.compareTo(SHORTEST) < 0 || read.compareTo(LONGEST) > 0) {
            throw new TypeConversionException(
                    "'" + text + "' is no time to wait; give one from 1ms to 24h, such as 500ms, 30s or 2m");
        }
        return read;
    }

    private static @Nullable Duration read(String text) {
        Matcher matcher = SHORT.matcher(text);
        try {
            if (!matcher.matches()) {
                return Duration.parse(text);
            }
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
        } catch (DateTimeParseException | ArithmeticException e) {
            return null;
        }
    }
}
