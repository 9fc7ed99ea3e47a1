package io.sardonyx.cli.job;

import io.sardonyx.cli.option.JsonOption;
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
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job init}: generates a Maven project with a job, its functions and tests. */
@Command(
        name = "init",
        description = "Writes a small project to begin with: a job, its functions in Java, and tests of both.",
        sortOptions = false,
        footer = {
            "  $ sardonyx job init orders --package com.acme",
            "",
            "It is built with Maven; its README.md says how."
        },
        exitCodeList = {"0:done", "2:bad input, or the directory is not empty or cannot be written"})
final class JobInitCommand implements Callable<Integer> {

    private static final int LONGEST_NAME = 64;
    private static final String INSTALL = "-q -Dmaven.test.skip=true -pl sardonyx-testkit -am install";

    /** Keywords of Java, which cannot be names of packages. */
    private static final Set<String> RESERVED = Set.of(("abstract assert boolean break byte case catch char class const"
                    + " continue default do double else enum extends false final finally float for goto if implements"
                    + " import instanceof int interface long native new null package private protected public return"
                    + " short static strictfp super switch synchronized this throw throws transient true try void"
                    + " volatile while _")
            .split(" "));

    @Option(
            names = "--package",
            paramLabel = "PACKAGE",
            description = "The Java package of its functions (${DEFAULT-VALUE}).")
    private String packageName = "com.example";

    @Option(names = "--name", paramLabel = "NAME", description = "The job's id; by default the directory's name.")
    private @Nullable String name;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "A new or empty directory; by default this one.")
    private Path directory = Path.of("");

    @Override
    public Integer call() {
        String job = name();
        checkPackage();
        var starter = new ProjectTemplate(job, packageName);
        starter.writeTo(directory);
        json.print(
                out -> out.text("directory", directory.toAbsolutePath().normalize())
                        .text("job", job)
                        .text("package", packageName)
                        .texts("files", starter.files()),
                out -> {
                    starter.files().forEach(file -> out.println(directory.resolve(file)));
                    out.println();
                    steps(job).forEach(out::println);
                });
        return 0;
    }

    /** The next steps, as shell commands. */
    private List<String> steps(String job) {
        var steps = new ArrayList<String>();
        String sources = System.getProperty("sardonyx.sources");
        if (sources == null) {
            steps.add("Once, in a checkout of Sardonyx, which is in no public Maven repository yet:");
        }
        steps.add("$ mvn" + (sources == null ? "" : " -f " + quoted(sources + "/pom.xml")) + " " + INSTALL);
        if (sources == null) {
            steps.add("Then:");
        }
        if (!directory.toString().isEmpty()) {
            steps.add("$ cd " + quoted(directory.toString()));
        }
        steps.add("$ mvn verify");
        String program = System.getProperty("sardonyx.program", "sardonyx");
        steps.add("$ " + quoted(program) + " run job.yaml --jar target/" + job + ".jar");
        return steps;
    }

    private static String quoted(String word) {
        return word.matches("[\\w./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private String name() {
        Path last = directory.toAbsolutePath().normalize().getFileName();
        String chosen = name != null ? name : String.valueOf(last);
        if (chosen.length() > LONGEST_NAME || !chosen.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
            throw new BadInput((name != null ? "--name " : "the directory's name ") + chosen
                    + ": a job's name here has letters a to z, digits and single hyphens, at most " + LONGEST_NAME
                    + ", such as my-job" + (name != null ? "" : "; say --name"));
        }
        return chosen;
    }

    private void checkPackage() {
        for (String part : packageName.split("\\.", -1)) {
            if (!part.matches("[a-z_][a-z0-9_]*") || RESERVED.contains(part)) {
                throw new BadInput("--package " + packageName + ": is no Java package, because of '" + part
                        + "'; say one such as com.acme");
            }
        }
    }

    /** The template of a new project: a job, its functions and their tests. Written as a whole or not at all. */
    private static final class ProjectTemplate {

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
}
