package io.sardonyx.testkit.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pages of documentation, wherever the tests are run from. */
final class Pages {

    private Pages() {}

    static String read(String name) throws IOException {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs").resolve(name))) {
            here = here.getParent();
        }
        return Files.readString(here.resolve("docs").resolve(name));
    }
}
