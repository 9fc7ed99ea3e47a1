package io.sardonyx.testkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.Command;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.testkit.generate.AnyCommand;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about commands has one entry for each, with the arguments that are printed. */
class CommandsPageTest {

    private static final List<String> PARTS =
            List.of("Submitter", "Purpose", "Arguments", "Replica", "Duties", "Reactions");
    private static final Pattern BACKTICKED = Pattern.compile("`([a-z-]+)`");
    private static final int MANY = 4000;

    @Test
    void everyCommandHasAnEntryAndNoneIsLeftOver() throws IOException {
        var commands = Stream.of(Command.class.getPermittedSubclasses())
                .map(type ->
                        type.getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT))
                .toList();
        assertThat(entries().keySet()).containsExactlyInAnyOrderElementsOf(commands);
        assertThat(CommandCodec.names()).containsExactlyInAnyOrderElementsOf(commands);
    }

    @Test
    void everyEntryHasAllItsParts() throws IOException {
        entries()
                .forEach((name, text) ->
                        PARTS.forEach(part -> assertThat(text).as(name).containsOnlyOnce("- **" + part + "**: ")));
    }

    @Test
    void argumentsAreThoseThatArePrinted() throws IOException {
        Map<String, Set<String>> printed = new TreeMap<>();
        for (long seed = 0; seed < MANY; seed++) {
            Command command = AnyCommand.command().seeded(seed);
            Field entry = Json.read(EntryCodec.encode(null, 0, command));
            Set<String> names = printed.computeIfAbsent(CommandCodec.nameOf(command), name -> new TreeSet<>());
            entry.at("args").fields().forEach(argument -> names.add(argument.name()));
        }
        var documented = new TreeMap<String, Set<String>>();
        entries().forEach((name, text) -> documented.put(name, arguments(text)));
        assertThat(documented).isEqualTo(printed);
    }

    private static Set<String> arguments(String text) {
        int from = text.indexOf("- **Arguments**");
        var names = new TreeSet<String>();
        BACKTICKED
                .matcher(text.substring(from, text.indexOf("- **Replica**")))
                .results()
                .forEach(match -> names.add(match.group(1)));
        return names;
    }

    /** The text of each entry by the name of its command. */
    private static Map<String, String> entries() throws IOException {
        var entries = new TreeMap<String, String>();
        for (String part : Pages.read("internals/commands.md").split("\n### ", -1)) {
            if (!part.startsWith("#")) {
                String[] nameAndText = part.split("\n", 2);
                entries.put(nameAndText[0], nameAndText[1].split("\n## ", 2)[0]);
            }
        }
        return entries;
    }
}
