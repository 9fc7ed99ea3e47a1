package io.sardonyx.it.tidiness;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All that is untidy in a tree. */
final class Tidiness {

    private Tidiness() {}

    static List<Untidiness> of(Path root) {
        List<TextFile> files = new Tree(root).texts();
        var links = new Links(root);
        return Stream.of(
                        files.stream()
                                .filter(file -> !file.path().equals("LICENSE"))
                                .flatMap(Lines::of),
                        files.stream().flatMap(links::of),
                        Packages.of(files),
                        Sources.of(files))
                .flatMap(found -> found)
                .toList();
    }
}
