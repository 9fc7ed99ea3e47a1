package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
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

    /** Jobs that nodes have trouble with: those of a cluster, an output that is away, an input that is not listed. */
    private List<Path> jobsOfNodes() throws IOException {
        var all = new ArrayList<>(jobs());
        String same = "fn: \"io.sardonyx.it.processes.Leaks::same\"";
        String away = "output: {plugin: \"io.sardonyx.it.processes.Leaks::away\", password: \"%s\"}";
        all.add(job("waits", same, away.formatted(reference())));
        Path unlisted = job("unlisted", same, "output: stdout");
        String input =
                "{plugin: \"io.sardonyx.it.processes.Leaks::unlisted\", password: \"%s\"}".formatted(reference());
        Files.writeString(
                unlisted,
                Files.readString(unlisted).replaceFirst("input: \\{.*?}", "input: " + Matcher.quoteReplacement(input)));
        all.add(unlisted);
        return all;
    }

    private void submitToNodes(String store) throws Exception {
        var clients = new ArrayList<Member>();
        for (Path job : jobsOfNodes()) {
            clients.add(program("node", "submit", "--store", store, job.toString()));
        }
        for (Member client : clients) {
            assertThat(client.exitCode()).as(client.said()).isZero();
        }
    }

    /** Why a job does not get on, in the index or in the document of its only partition; empty if it does. */
    private static String trouble(NodeClient client, String job) {
        String reason = client.index().job(JobId.of(job)).orElseThrow().reason();
        return client.partitions(JobId.of(job), new TreeMap<>()).stream()
                .map(each -> each.state().failure())
                .collect(Collectors.joining("", reason, ""));
    }

    @Test
    void nodesTellAndStoreTheReference() throws Exception {
        String store = "file:" + directory.resolve("store");
        String[] start = {"node", "start", "--store", store, "--lease", "2s", "--workers", "4", "--attempts", "2"};
        String[] allowed = {"--allow", "io.sardonyx.it", "--secrets", "file:" + secrets + "/*"};
        try (Member node = program(with(start, allowed));
                Store opened = Stores.open(store)) {
            submitToNodes(store);
            var client = new NodeClient(opened.documents(), Member.PATIENCE, InstantSource.system());
            Map<String, String> troubles = Map.of(
                    "killed", "denied for a " + reference() + " b",
                    "broken", "cannot log in as {password=" + reference() + "}",
                    "waits", "nobody answers {password=" + reference() + "}",
                    "unlisted", "cannot list with {password=" + reference() + "}");
            troubles.forEach((job, why) -> Waiting.until(
                    job + " in trouble", () -> trouble(client, job).contains(why)));
            Waiting.until(
                    "the end of letters",
                    () -> client.index().job(JobId.of("letters")).orElseThrow().state() == JobIndex.State.DONE);
            assertThat(said(0, "partitions", "list", "--long", "killed", "--store", store))
                    .contains(troubles.get("killed"));
            assertThat(said(1, "doctor", "--store", store)).contains("nobody answers", "cannot list with");
            assertThat(said(0, "node", "jobs", "--json", "--store", store)).contains("cannot list with");
            assertThat(written()).contains(troubles.get("killed"));
            assertThat(node.terminate()).isZero();
            assertThat(node.said()).contains("good-bye " + reference());
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
