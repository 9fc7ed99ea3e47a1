package io.sardonyx.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The map of the house is made from the package pages and the tables of layers; {@code -Ddocs.write} writes it anew.
 */
class MapPageTest {

    private static final String REMEDY = "write it anew: mvn -B verify -pl sardonyx-it -am -Dtest=MapPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write";
    private static final String BEGIN = "<!-- begin of the map -->\n";
    private static final String END = "<!-- end of the map -->";
    private static final Path PAGE = Path.of("docs/contributing/map.md");
    private static final Pattern SENTENCE =
            Pattern.compile("/\\*\\*(.*?)(?:\\.\\s|\\.?\\s*\\*/|\\s*\\*\\s*<)", Pattern.DOTALL);
    private static final Map<String, Layers> LAYERS =
            Map.of("sardonyx-core", Layers.CORE, "sardonyx-runtime", Layers.RUNTIME, "sardonyx-cli", Layers.CLI);

    @Test
    void mapIsThatOfTheTree() throws IOException {
        Path file = Checkout.root().resolve(PAGE);
        String page = Files.readString(file);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        String wanted = page.substring(0, from) + map() + page.substring(page.indexOf(END));
        if (System.getProperty("docs.write") != null) {
            Files.writeString(file, wanted);
        }
        assertThat(file).as(REMEDY).content().isEqualTo(wanted);
    }

    private static String map() throws IOException {
        var text = new StringBuilder();
        for (Path module : Checkout.modules()) {
            List<Path> pages = packagePages(module.resolve("src/main/java"));
            if (!pages.isEmpty()) {
                String name = module.getFileName().toString();
                text.append("\n### ")
                        .append(name)
                        .append("\n\n| package | types | holds | sees |\n|---|---:|---|---|\n");
                for (Path page : pages) {
                    text.append(row(name, module.resolve("src/main/java"), page));
                }
            }
        }
        return text.append('\n').toString();
    }

    private static List<Path> packagePages(Path sources) throws IOException {
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        try (var files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        }
    }

    private static String row(String module, Path sources, Path page) throws IOException {
        Path directory = page.getParent();
        String name = sources.relativize(directory).toString().replace('/', '.');
        long types;
        try (var files = Files.list(directory)) {
            types = files.filter(file -> file.toString().endsWith(".java")).count() - 1;
        }
        return "| `" + name + "` | " + types + " | " + sentence(Files.readString(page)) + " | " + seen(module, name)
                + " |\n";
    }

    private static String sentence(String page) {
        Matcher found = SENTENCE.matcher(page);
        assertThat(found.find()).as(page).isTrue();
        return found.group(1)
                .replaceAll("\\s*\\n\\s*\\*\\s*", " ")
                .replaceAll("\\{@(?:code|link) (?:io\\.[a-z.]+\\.)?([^}]*)\\}", "`$1`")
                .replaceAll("</?em>", "*")
                .strip();
    }

    private static String seen(String module, String name) {
        Layers layers = LAYERS.get(module);
        if (layers == null) {
            return "";
        }
        Set<String> seen = layers.seenBy(name);
        return seen == null ? "" : seen.stream().map(it -> "`" + it + "`").collect(Collectors.joining(" "));
    }
}
