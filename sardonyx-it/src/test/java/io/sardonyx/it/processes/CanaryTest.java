package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret that functions and plugins throw about is nowhere to be found afterwards. */
class CanaryTest {

    private static final String CANARY = "canary-5f1d0c9e";

    @TempDir
    private Path directory;

    private Path secrets;
    private int started;

    @BeforeEach
    void hideTheCanary() throws IOException {
        secrets = Files.createDirectories(directory.resolve("run/secrets"));
        Files.writeString(secrets.resolve("token"), CANARY + "\n");
        Files.writeString(directory.resolve("in.txt"), "one\ntwo\n");
    }

    private Path job(String id, String task, String output) throws IOException {
        return Files.writeString(directory.resolve(id + ".yaml"), """
                id: %s
                workflow: [[read, work], [work, write]]
                catalog:
                  - {name: read, input: {plugin: lines, path: %s}}
                  - {name: work, %s}
                  - {name: write, %s}
                lifecycles:
                  - {task: work, calls: {name: "io.sardonyx.it.processes.Leaks::talkative", params: {token: "%s"}}}
                """.formatted(
                        id, directory.resolve("in.txt"), task, output, reference()));
    }

    private String reference() {
        return "${file:" + secrets.resolve("token") + "}";
    }

    private String denied() {
        return "fn: {name: \"io.sardonyx.it.processes.Leaks::denied\", params: {token: \"a %s b\"}}"
                .formatted(reference());
    }

    private Path letters() {
        return directory.resolve("letters");
    }

    private String written() throws IOException {
        try (Stream<Path> files = Files.walk(letters())) {
            return Files.readString(
                    files.filter(Files::isRegularFile).findFirst().orElseThrow());
        }
    }

    private List<Path> jobs() throws IOException {
        String letter = denied() + ", onError: {policy: dead-letter, to: write}";
        String broken = "output: {plugin: \"io.sardonyx.it.processes.Leaks::broken\", password: \"%s\"}";
        String same = "fn: \"io.sardonyx.it.processes.Leaks::same\"";
        return List.of(
                job("killed", denied(), "output: stdout"),
                job("letters", letter, "output: {plugin: files, format: json-lines, path: " + letters() + "}"),
                job("broken", same, broken.formatted(reference())));
    }

    private Member program(String... arguments) throws IOException {
        return Program.start(directory.resolve("said-" + started++), arguments);
    }

    private String said(int code, String... arguments) throws Exception {
        try (Member member = program(arguments)) {
            assertThat(member.exitCode()).as(member.said()).isEqualTo(code);
            return member.said();
        }
    }

    private void assertNothingFound() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> !file.startsWith(secrets))
                            .filter(CanaryTest::hasCanary))
                    .isEmpty();
        }
    }

    private static boolean hasCanary(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(CANARY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void localRunTellsTheReference() throws Exception {
        List<Path> jobs = jobs();
        assertThat(said(1, "run", jobs.get(0).toString())).contains("denied for a " + reference() + " b", "good-bye");
        assertThat(said(1, "run", jobs.get(1).toString()))
                .contains("afterTask of task work failed", "good-bye " + reference());
        assertThat(written()).contains("denied for a " + reference() + " b");
        assertThat(said(1, "run", jobs.get(2).toString())).contains("cannot log in as {password=" + reference() + "}");
        assertNothingFound();
    }

    @Test
    void clusterTellsStoresAndExportsTheReference() throws Exception {
        String store = "file:" + directory.resolve("store");
        String[] start = {"peers", "start", "--store", store, "--peers", "3", "--allow", "io.sardonyx.it"};
        try (Member one = program(with(start, "--secrets", "file:" + secrets + "/*"))) {
            awaitMembership(one);
            List<Path> jobs = jobs();
            said(1, "job", "submit", "--store", store, "--wait", jobs.get(0).toString());
            said(0, "job", "submit", "--store", store, "--wait", jobs.get(1).toString());
            assertThat(said(0, "job", "show", "killed", "--json", "--store", store))
                    .contains("denied for a " + reference() + " b");
            Path exported = directory.resolve("exported.jsonl");
            said(0, "log", "export", "--store", store, exported.toString());
            assertThat(exported).content().contains("denied for a " + reference() + " b");
            assertThat(said(0, "replica", "show", "--json", "--store", store)).contains("killed");
            assertThat(one.terminate()).isZero();
            assertThat(one.said()).contains("good-bye " + reference());
            assertNothingFound();
        }
    }

    @Test
    void processThatMayNotLookItUpEndsTheJobAndSaysWhatToDo() throws Exception {
        String store = "file:" + directory.resolve("store");
        String[] start = {"peers", "start", "--store", store, "--peers", "3", "--allow", "io.sardonyx.it"};
        try (Member one = program(with(start, "--secrets", "env:DB_*"))) {
            awaitMembership(one);
            assertThat(said(
                            1,
                            "job",
                            "submit",
                            "--store",
                            store,
                            "--wait",
                            jobs().get(0).toString()))
                    .contains("killed", "task work, fn: " + reference() + " may not be looked up here")
                    .contains("--secrets file:" + secrets.resolve("token"));
            assertThat(one.terminate()).isZero();
            assertNothingFound();
        }
    }

    private static void awaitMembership(Member member) {
        Waiting.until("a member", () -> member.id().isPresent());
    }

    private static String[] with(String[] some, String... more) {
        return Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new);
    }
}
