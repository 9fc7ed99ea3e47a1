package io.sardonyx.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with the engine inside, with core, runtime and the TCP wire and nothing else of ours: on the class path and
 * on the module path, where what is not exported cannot be reached.
 */
@Timeout(300)
class ModulePathTest {

    private static final String MODULE = """
            module com.acme.words {
                requires io.sardonyx.runtime;
                exports com.acme;
                opens com.acme to io.sardonyx.core;
            }
            """;

    /** A job in a cluster inside the process, and one that two members do together over TCP. */
    private static final String PROGRAM = """
            package com.acme;

            import io.sardonyx.Cluster;
            import io.sardonyx.Member;
            import io.sardonyx.Membership;
            import io.sardonyx.client.Client;
            import io.sardonyx.client.Outcome;
            import io.sardonyx.connect.Inputs;
            import io.sardonyx.connect.Outputs;
            import io.sardonyx.function.source.Functions;
            import io.sardonyx.job.Job;
            import java.time.Duration;
            import java.util.concurrent.locks.LockSupport;

            public final class Words {

                public static String loud(String word) {
                    return word.toUpperCase(java.util.Locale.ROOT);
                }

                private static Job job(String name) {
                    return Job.named(name)
                            .input("read", Inputs.items("quiet", "word"))
                            .function("shout", Words::loud)
                            .output("write", Outputs.stdout())
                            .path("read", "shout", "write")
                            .build();
                }

                public static void main(String[] args) throws Exception {
                    System.out.println("named " + Words.class.getModule().isNamed());
                    try (Cluster cluster = Cluster.local(3)) {
                        cluster.run(job("local"));
                    }
                    Membership two = Membership.of("words", 2);
                    try (Member one = Member.join("file:" + args[0], two, Functions.onClassPath());
                            Member other = Member.join("file:" + args[0], two, Functions.onClassPath())) {
                        while (one.cluster().filter(it -> it.peers() == 4).isEmpty()) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        try (Client client = Client.connect("file:" + args[0])) {
                            Job job = job("together");
                            client.submit(job);
                            Outcome outcome = client.await(job.id(), Duration.ofMinutes(2));
                            System.out.println(outcome.getClass().getSimpleName() + " in " + client.status().name());
                        }
                    }
                }
            }
            """;

    @TempDir
    private Path directory;

    /** What a program has that needs core, runtime and netty: these and their third parties. */
    private static String path() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Stream.of(
                                "/sardonyx-core/target/",
                                "/sardonyx-runtime/target/",
                                "/sardonyx-netty/target/",
                                "/jackson-core",
                                "/jackson-databind",
                                "/jackson-annotations",
                                "/jctools-core",
                                "/slf4j-api",
                                "/netty-buffer",
                                "/netty-codec/",
                                "/netty-common",
                                "/netty-handler/",
                                "/netty-resolver/",
                                "/netty-transport/",
                                "/netty-transport-native-unix-common/")
                        .anyMatch(entry.replace('\\', '/')::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> onModulePath() {
        return List.of("--module-path", path(), "-classpath", "");
    }

    private Path source(String name, String text) throws IOException {
        Path file = directory.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** What the compiler says; nothing when it is content. */
    private String compile(List<String> path, Path... sources) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        var options = new ArrayList<>(List.of("-d", directory.resolve("classes").toString(), "-proc:none"));
        options.addAll(path);
        try (var files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            javac.getTask(said, files, null, options, null, files.getJavaFileObjects(sources))
                    .call();
        }
        return said.toString();
    }

    private List<String> run(String... arguments) throws IOException, InterruptedException {
        Path complaints = directory.resolve("stderr");
        Process process = start(complaints, arguments);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said + Files.readString(complaints)).isZero();
        return said.lines().sorted().toList();
    }

    private Process start(Path complaints, String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        command.add(directory.resolve("store").toString());
        return new ProcessBuilder(command).redirectError(complaints.toFile()).start();
    }

    @Test
    void theEngineRunsInsideAProgramOnTheClassPath() throws Exception {
        assertThat(compile(List.of("-classpath", path()), source("com/acme/Words.java", PROGRAM)))
                .isEmpty();
        assertThat(run("-cp", directory.resolve("classes") + File.pathSeparator + path(), "com.acme.Words"))
                .containsExactly("Completed in words", "QUIET", "QUIET", "WORD", "WORD", "named false");
    }

    @Test
    void theEngineRunsInsideAProgramOnTheModulePath() throws Exception {
        assertThat(compile(onModulePath(), source("module-info.java", MODULE), source("com/acme/Words.java", PROGRAM)))
                .isEmpty();
        assertThat(run(
                        "--module-path",
                        directory.resolve("classes") + File.pathSeparator + path(),
                        "-m",
                        "com.acme.words/com.acme.Words"))
                .containsExactly("Completed in words", "QUIET", "QUIET", "WORD", "WORD", "named true");
    }

    @Test
    void aModuleThatKeepsItsReferencesShutIsToldWhatToSay() throws Exception {
        Path module = source("module-info.java", MODULE.replace("    opens com.acme to io.sardonyx.core;\n", ""));
        assertThat(compile(onModulePath(), module, source("com/acme/Words.java", PROGRAM)))
                .isEmpty();
        Path complaints = directory.resolve("stderr");
        Process process = start(
                complaints,
                "--module-path",
                directory.resolve("classes") + File.pathSeparator + path(),
                "-m",
                "com.acme.words/com.acme.Words");
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isOne();
        assertThat(complaints).content().contains("'opens com.acme to io.sardonyx.core'");
    }

    @Test
    void whatIsNotExportedDoesNotCompile() throws Exception {
        Path module = source("module-info.java", MODULE);
        for (String hidden : List.of(
                "io.sardonyx.replica.Replica",
                "io.sardonyx.command.Command",
                "io.sardonyx.client.admin.AdminClient",
                "io.sardonyx.task.TaskLoop",
                "io.sardonyx.group.PeerGroup")) {
            Path curious = source(
                    "com/acme/Curious.java", "package com.acme;\npublic class Curious { " + hidden + " seen; }\n");
            assertThat(compile(onModulePath(), module, curious))
                    .as(hidden)
                    .contains(hidden.substring(0, hidden.lastIndexOf('.')))
                    .contains("not export");
        }
    }
}
