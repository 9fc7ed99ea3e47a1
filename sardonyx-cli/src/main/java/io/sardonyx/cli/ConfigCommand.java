package io.sardonyx.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.cli.option.Configuration;
import io.sardonyx.cli.option.StoreOption;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.value.text.Spelling;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command group {@code config}, about settings and where their values come from. */
@Command(
        name = ConfigCommand.NAME,
        description = "Tells what is configured, and where.",
        subcommands = ConfigCommand.Show.class)
final class ConfigCommand {

    static final String NAME = "config";

    /** The command {@code config show}: prints every setting with its value and source. */
    @Command(
            name = "show",
            description = "Prints every setting, its value when the command line does not say, and where it came from.",
            sortOptions = false,
            footer = {
                "  $ sardonyx config show",
                "  $ SARDONYX_PEERS=4 sardonyx config show",
                "",
                "A value is taken from the option --some-name, else from the variable SARDONYX_SOME_NAME,",
                "else from the line some-name = VALUE of the configuration file. What a store address has",
                "behind its ? may be a secret and is not shown."
            },
            exitCodeList = {"0:done", "2:bad input"})
    static final class Show implements Callable<Integer> {

        /**
         * Environment variables with our prefix that are not settings: the launcher's, and the one that names the file.
         */
        private static final Set<String> OTHER_VARIABLES = Set.of("SARDONYX_JAVA_OPTS", "SARDONYX_CONFIG");

        /** One line of output. */
        private record Line(String name, String value, String source) {}

        @Spec
        private CommandSpec spec;

        @Option(names = "--json", description = "Print one JSON object: file, settings with value and source.")
        private boolean json;

        @Override
        public Integer call() {
            var configuration = Configuration.of(spec);
            var settings = Configuration.settings(spec.root());
            List<Line> lines = settings.entrySet().stream()
                    .map(setting -> line(setting.getKey(), setting.getValue(), configuration.given(setting.getKey())))
                    .toList();
            warnOfOthers(configuration, settings.keySet());
            print(configuration.file(), lines);
            return 0;
        }

        private static Line line(String name, OptionSpec option, Configuration.@Nullable SettingValue given) {
            String value = given == null ? text(option.initialValue()) : given.value();
            return new Line(name, StoreOption.withoutSecrets(value), given == null ? "default" : given.source());
        }

        private static String text(@Nullable Object value) {
            if (value instanceof Collection<?> several) {
                return String.join(",", several.stream().map(Show::text).toList());
            }
            String text = value == null ? "" : value.toString();
            return value instanceof Enum<?> ? text.toLowerCase(Locale.ROOT) : text;
        }

        /** Warns of unknown environment variables with our prefix: a misspelt one would be ignored silently. */
        private void warnOfOthers(Configuration configuration, Set<String> names) {
            var known =
                    new TreeSet<>(names.stream().map(Configuration::variable).toList());
            known.addAll(OTHER_VARIABLES);
            for (String variable : new TreeSet<>(configuration.environment().keySet())) {
                if (variable.startsWith(Configuration.PREFIX) && !known.contains(variable)) {
                    Warnings.print(spec, variable + " is no setting" + Spelling.didYouMean(variable, known));
                }
            }
        }

        private void print(@Nullable String file, List<Line> lines) {
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                ObjectNode node = JsonMapper.builder().build().createObjectNode();
                node.put("file", file);
                ObjectNode settings = node.putObject("settings");
                lines.forEach(line -> settings.putObject(line.name())
                        .put("value", line.value().isEmpty() ? null : line.value())
                        .put("source", line.source()));
                out.println(node);
                return;
            }
            out.println("configuration file: " + (file == null ? "none" : file));
            String form = "%-" + width(lines, 1) + "s  %-" + width(lines, 2) + "s  %s%n";
            lines.forEach(line -> out.printf(Locale.ROOT, form, line.name(), shown(line), line.source()));
        }

        private static int width(List<Line> lines, int column) {
            return lines.stream()
                    .mapToInt(line -> (column == 1 ? line.name() : shown(line)).length())
                    .max()
                    .orElse(1);
        }

        private static String shown(Line line) {
            return line.value().isEmpty() ? "-" : line.value();
        }
    }
}
