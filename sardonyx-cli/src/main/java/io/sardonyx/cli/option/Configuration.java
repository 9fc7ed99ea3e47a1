package io.sardonyx.cli.option;

import io.sardonyx.json.BadInput;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
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
}
