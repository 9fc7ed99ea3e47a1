package io.sardonyx.it.tidiness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links from one document to another place of the tree lead there. */
final class Links {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)(?: \"[^\"]*\")?\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

    private final Path root;

    Links(Path root) {
        this.root = root;
    }

    Stream<Untidiness> of(TextFile file) {
        if (!file.isMarkdown()) {
            return Stream.of();
        }
        return LINK.matcher(FENCED.matcher(file.text()).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !ELSEWHERE.matcher(link).matches() && !leadsSomewhere(file, link))
                .map(link -> new Untidiness("broken-link", file.path() + "#" + link, 1, "leads nowhere: " + link));
    }

    private boolean leadsSomewhere(TextFile from, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = root.resolve(path.isEmpty() ? from.path() : from.directory() + path)
                .normalize();
        return Files.exists(target) && (hash < 0 || hasHeading(target, link.substring(hash + 1)));
    }

    /** Whether a heading gets this anchor where documents are rendered; only documents are asked. */
    private static boolean hasHeading(Path target, String anchor) {
        if (!target.toString().endsWith(".md")) {
            return true;
        }
        try {
            return HEADING.matcher(Files.readString(target))
                    .results()
                    .map(heading -> heading.group(1).trim().toLowerCase(Locale.ROOT))
                    .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                    .anyMatch(anchor::equals);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
