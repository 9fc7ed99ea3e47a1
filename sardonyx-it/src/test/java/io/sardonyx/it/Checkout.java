package io.sardonyx.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The source tree these tests were built from. */
public final class Checkout {

    private Checkout() {}

    /** The directory of the parent pom, found upwards from where the tests run. */
    public static Path root() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("sardonyx-core"))) {
                return at;
            }
        }
        throw new IllegalStateException("not below a checkout: " + Path.of("").toAbsolutePath());
    }

    /** The directories of all modules, in order of their names. */
    public static List<Path> modules() {
        try (var entries = Files.list(root())) {
            return entries.filter(entry -> Files.exists(entry.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a file. */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
