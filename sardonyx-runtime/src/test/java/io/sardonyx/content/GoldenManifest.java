package io.sardonyx.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A manifest of the time when state got times, which is read for ever. It is never written again. */
public final class GoldenManifest {

    private GoldenManifest() {}

    public static byte[] bytes() {
        try {
            return Files.readAllBytes(Path.of("src/test/resources/golden/state-2/manifest.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
