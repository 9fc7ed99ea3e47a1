package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import io.sardonyx.value.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The default values of options: an environment variable, else the configuration file, else the option's own default.
 *
 * <p>Picocli asks for defaults after it has parsed the whole command line; so {@code --config} counts wherever it
 * stands.
 */
public final class Configuration implements IDefaultValueProvider {

    public static final String PREFIX = "SARDONYX_";

    private static final String FILE_VARIABLE = PREFIX + "CONFIG";
    /** The configuration file, in the working directory, unless another is named. */
    public static final String USUAL_FILE = "sardonyx.properties";

    private final Map<String, String> environment;
    private final Path directory;
    private final Supplier<@Nullable String> namedFile;
    private final Supplier<CommandSpec> program;

    /** Values given to picocli, to report errors under the names that the user wrote. */
    private final Map<String, SettingValue> handedOut = new TreeMap<>();

    /** The parsed configuration file; null before it is needed. */
    private @Nullable Map<String, SettingValue> fromFile;

    /**
     * Reads nothing before a default is needed.
     *
     * @param directory where the default configuration file is looked for
     * @param namedFile the file given by {@code --config}, or null; called after parsing
     * @param program spec of all commands, whose settings are the valid keys of a file
     */
    public Configuration(
            Map<String, String> environment,
            Path directory,
            Supplier<@Nullable String> namedFile,
            Supplier<CommandSpec> program) {
        this.environment = environment;
        this.directory = directory;
        this.namedFile = namedFile;
        this.program = program;
    }

    /** The configuration of the command line that a command belongs to. */
    public static Configuration of(CommandSpec spec) {
        return (Configuration) spec.defaultValueProvider();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) {
        CommandSpec root = arg.command().root();
        if (!isSetting(arg) || isHelpWanted(root.commandLine())) {
            return null;
        }
        String name = name((OptionSpec) arg);
        try {
            SettingValue given = given(name);
            if (given == null) {
                return null;
            }
            handedOut.put(name, given);
            return given.value();
        } catch (BadInput e) {
            throw new ParameterException(arg.command().commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** The name under which the user gave a value: a variable, a line of the file, or the option. */
    public String nameOf(String option) {
        SettingValue given = handedOut.get(option.substring(2));
        return given == null ? option : given.name();
    }

    /** The value of a setting from environment or file, or null. */
    @Nullable
    public SettingValue given(String name) {
        String variable = variable(name);
        String value = environment.getOrDefault(variable, "");
        return value.isEmpty() ? fromFile().get(name) : SettingValue.byVariable(variable, value);
    }

    private Map<String, SettingValue> fromFile() {
        if (fromFile == null) {
            String file = file();
            fromFile = file == null
                    ? Map.of()
                    : ConfigurationFile.read(file, settings(program.get()).keySet());
        }
        return fromFile;
    }

    /** The path of the configuration file: by option, variable or default location; null if there is none. */
    @Nullable
    public String file() {
        String named = namedFile.get();
        String variable = environment.getOrDefault(FILE_VARIABLE, "");
        Path usual = directory.resolve(USUAL_FILE);
        if (named != null) {
            return named;
        }
        return !variable.isEmpty() ? variable : Files.exists(usual) ? usual.toString() : null;
    }

    public Map<String, String> environment() {
        return environment;
    }

    public static String variable(String name) {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** All settings of all commands, by name. */
    public static SortedMap<String, OptionSpec> settings(CommandSpec root) {
        var settings = new TreeMap<String, OptionSpec>();
        collect(root, settings);
        return settings;
    }

    private static void collect(CommandSpec spec, Map<String, OptionSpec> settings) {
        for (OptionSpec option : spec.options()) {
            if (isSetting(option)) {
                settings.putIfAbsent(name(option), option);
            }
        }
        spec.subcommands().values().forEach(command -> collect(command.getCommandSpec(), settings));
    }

    private static boolean isSetting(ArgSpec arg) {
        return arg.isOption()
                && arg.userObject() instanceof AnnotatedElement element
                && element.isAnnotationPresent(Setting.class);
    }

    private static String name(OptionSpec option) {
        return option.longestName().substring(2);
    }

    /** Whether help is requested; it must not fail because of an invalid configuration. */
    private static boolean isHelpWanted(CommandLine command) {
        return command.isUsageHelpRequested()
                || command.isVersionHelpRequested()
                || command.getSubcommands().values().stream().anyMatch(Configuration::isHelpWanted);
    }

    /**
     * The parser of the configuration file: Java properties whose keys are names of settings.
     *
     * <p>{@link Properties} reports neither line numbers nor duplicates; here it parses one logical line at a time, so
     * that an error has its line and the syntax is still exactly the JDK's.
     */
    private static final class ConfigurationFile {

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

    /**
     * A value of a setting from an environment variable or the configuration file.
     *
     * @param source where it came from: {@code variable SARDONYX_PEERS}, {@code sardonyx.properties:3}
     * @param name what the user called it there, for error messages
     */
    public record SettingValue(String value, String source, String name) {

        static SettingValue byVariable(String variable, String value) {
            return new SettingValue(value, "variable " + variable, variable);
        }

        static SettingValue inFile(String file, int line, String key, String value) {
            String place = file + ":" + line;
            return new SettingValue(value, place, place + ": " + key);
        }
    }
}
