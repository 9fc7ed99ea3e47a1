package io.sardonyx.cli.job;

import io.sardonyx.json.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The template of a new project: a job, its functions and their tests. Written as a whole or not at all. */
final class ProjectTemplate {

    /** Contents by relative path. */
    private final Map<String, String> files = new TreeMap<>();

    /** Created files and directories, the latest first, for rollback. */
    private final Deque<Path> written = new ArrayDeque<>();

    ProjectTemplate(String name, String packageName) {
        String folder = packageName.replace('.', '/') + "/";
        Map<String, String> places = Map.of(
                "README.md", "README.md",
                "gitignore", ".gitignore",
                "job.yaml", "job.yaml",
                "lines.txt", "data/lines.txt",
                "pom.xml", "pom.xml",
                "Words.java.txt", "src/main/java/" + folder + "Words.java",
                "WordsTest.java.txt", "src/test/java/" + folder + "WordsTest.java");
        places.forEach((template, place) ->
                files.put(place, text(template).replace("{{name}}", name).replace("{{package}}", packageName)));
    }

    private static String text(String template) {
        try (InputStream stream = ProjectTemplate.class.getResourceAsStream("starter/" + template)) {
            return new String(Objects.requireNonNull(stream, template).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The relative paths of its files. */
    List<String> files() {
        return List.copyOf(files.keySet());
    }

    /**
     * Writes the project into a directory that is empty or does not exist.
     *
     * @throws BadInput if that fails; then all that was written is removed
     */
    void writeTo(Path directory) {
        checkEmpty(directory);
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = directory.toAbsolutePath().resolve(file.getKey());
                create(Objects.requireNonNull(path.getParent()));
                written.push(Files.createFile(path));
                Files.writeString(path, file.getValue());
            }
        } catch (IOException e) {
            remove();
            throw unwritable(directory, e);
        }
    }

    private static void checkEmpty(Path directory) {
        try (Stream<Path> present = Files.list(directory)) {
            Optional<Path> first = present.map(Path::getFileName).sorted().findFirst();
            if (first.isPresent()) {
                throw new BadInput(directory + ": is not empty, " + first.get()
                        + " is in the way; name a directory that is new or empty");
            }
        } catch (NoSuchFileException e) {
            // It will be created.
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    /** Creates a directory with its parents, and records which were created. */
    private void create(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null && !Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            create(parent);
        }
        Files.createDirectory(directory);
        written.push(directory);
    }

    /** Rolls back: deletes all that was created. */
    private void remove() {
        try {
            while (!written.isEmpty()) {
                Files.deleteIfExists(written.pop());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BadInput unwritable(Path directory, IOException e) {
        String why = e instanceof AccessDeniedException ? "not allowed" : String.valueOf(e.getMessage());
        return new BadInput(directory + ": cannot be written, and nothing was: " + why, e);
    }
}
