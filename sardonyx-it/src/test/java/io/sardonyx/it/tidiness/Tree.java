package io.sardonyx.it.tidiness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files that people write: no output of the build, nothing of version control or editors. */
final class Tree {

    private static final Set<String> SKIPPED = Set.of(".git", ".idea", ".vscode", ".settings", "target");
    private static final Set<String> TEXT =
            Set.of("java", "md", "xml", "txt", "json", "edn", "yml", "yaml", "config", "sh");

    private final Path root;

    Tree(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    /** All text files, in order of their paths. A file without an ending is a script or a document: text. */
    List<TextFile> texts() {
        var found = new ArrayList<TextFile>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return SKIPPED.contains(name(directory)) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isRegularFile() && isText(name(file))) {
                        found.add(new TextFile(relative(file), Files.readString(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort((one, other) -> one.path().compareTo(other.path()));
        return found;
    }

    private String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static boolean isText(String name) {
        int dot = name.lastIndexOf('.');
        return dot <= 0 || TEXT.contains(name.substring(dot + 1));
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
