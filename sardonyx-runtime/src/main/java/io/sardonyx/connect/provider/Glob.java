package io.sardonyx.connect.provider;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A glob pattern of paths, such as {@code logs/2024-*.log} or {@code data/**.csv}, and the files that match it. */
final class Glob {

    private static final Pattern SPECIAL = Pattern.compile("[*?\\[{\\\\]");

    private final String pattern;

    Glob(String pattern) {
        this.pattern = pattern;
    }

    /** Paths of the files that match by now, sorted as strings; none is none. */
    List<String> filesSoFar() throws IOException {
        return isPlain() ? plain() : matching();
    }

    /**
     * Paths of the matching files, sorted as strings.
     *
     * @throws IOException that names the pattern when no file matches
     */
    List<String> files() throws IOException {
        List<String> files = filesSoFar();
        if (files.isEmpty()) {
            throw new NoSuchFileException(
                    pattern, null, "no file matches this path; looked below " + base().toAbsolutePath());
        }
        return files;
    }

    /** Whether its base directory exists and is not empty, unlike a mount point whose disk is not mounted. */
    boolean isBelowSomething() {
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(base())) {
            return inside.iterator().hasNext();
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    private boolean isPlain() {
        return !SPECIAL.matcher(pattern).find();
    }

    private List<String> plain() throws IOException {
        if (Files.isDirectory(Path.of(pattern))) {
            throw new IOException(pattern + " is a directory; say which of its files, as in " + pattern + "/*");
        }
        return Files.exists(Path.of(pattern)) ? List.of(pattern) : List.of();
    }

    private List<String> matching() throws IOException {
        Path base = base();
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        int depth = pattern.contains("**")
                ? Integer.MAX_VALUE
                : (int) rest().chars().filter(c -> c == '/').count() + 1;
        var files = new ArrayList<String>();
        Files.walkFileTree(base, Set.of(), depth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path found, BasicFileAttributes attributes) {
                Path path = rootless(found);
                if (matcher.matches(path) && Files.isRegularFile(path)) {
                    files.add(path.toString());
                }
                return FileVisitResult.CONTINUE;
            }

            /** What is gone since its directory was read is not there. */
            @Override
            public FileVisitResult visitFileFailed(Path found, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException && !found.equals(base)) {
                    return FileVisitResult.CONTINUE;
                }
                throw new IOException(pattern + ": " + failure, failure);
            }
        });
        files.sort(null);
        return List.copyOf(files);
    }

    /** The path without the leading dot of the current directory, as relative patterns do not have it. */
    private Path rootless(Path path) {
        return directory().isEmpty() && path.getNameCount() > 1 ? path.subpath(1, path.getNameCount()) : path;
    }

    private Path base() {
        return directory().isEmpty() ? Path.of(".") : Path.of(directory());
    }

    /** The part of the pattern before the first name with a wildcard. */
    private String directory() {
        return pattern.substring(0, pattern.length() - rest().length());
    }

    private String rest() {
        var special = SPECIAL.matcher(pattern);
        int until = special.find() ? special.start() : pattern.length();
        return pattern.substring(pattern.lastIndexOf('/', until) + 1);
    }
}
