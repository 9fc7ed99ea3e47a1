package io.sardonyx.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the documentation, for what it shows between fences. */
record Page(String name, String text) {

    static Page of(String path) {
        return read(Checkout.root().resolve(path));
    }

    /** All below the directory of the documentation, in order of their paths. */
    static List<Page> all() {
        try (var files = Files.walk(Checkout.root().resolve("docs"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Page read(Path file) {
        return new Page(file.getFileName().toString(), Checkout.read(file));
    }

    /** What it shows in a language; without one, sessions and pictures. */
    List<String> blocks(String language) {
        return Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$")
                .matcher(text)
                .results()
                .filter(found -> found.group(1).equals(language))
                .map(found -> found.group(2))
                .toList();
    }
}
