package io.sardonyx.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.cli.Cli;
import io.sardonyx.function.source.Functions;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands on nodes, with and without a node in this process. Public, since jobs name methods. */
@Timeout(120)
public class NodeCommandsTest {

    private static final AtomicBoolean BROKEN = new AtomicBoolean();

    @TempDir
    private Path directory;

    private final String address = "memory:nodes-" + UUID.randomUUID();
    private final Store store = Stores.open(address);
    private final List<NodeProcess> nodes = new ArrayList<>();

    /** Fails at one line, while it is broken. */
    public static String checked(String line) {
        if (line.startsWith("bad") && BROKEN.get()) {
            throw new IllegalStateException("this line is \u001b[31mbad");
        }
        return line;
    }

    @AfterEach
    void close() {
        nodes.forEach(NodeProcess::close);
        store.close();
    }

    private String startNode() {
        String token = UUID.randomUUID().toString();
        var settings = new NodeSettings(token, 2, Duration.ofSeconds(2), 2, InstantSource.system());
        nodes.add(new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {}));
        return token;
    }

    private Cli.Result run(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--store", address));
        return Cli.run(all.toArray(String[]::new));
    }

    private String done(String... args) {
        Cli.Result result = run(args);
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    private void refused(String sentence, String... args) {
        Cli.Result result = run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).startsWith("sardonyx: ").contains(sentence);
    }

    private void until(String wish, String... args) {
        String said = done(args);
        while (!said.contains(wish)) {
            LockSupport.parkNanos(10_000_000);
            said = done(args);
        }
    }

    private String job(String id, String output, String more) throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.write(directory.resolve("in/good.txt"), List.of("good", "better"));
        Files.write(directory.resolve("in/bad.txt"), List.of("bad"));
        return Cli.file(
                directory,
                id + ".json",
                "{'id':'" + id + "'" + more + ",'workflow':[['read','check'],['check','write']],'catalog':["
                        + "{'name':'read','input':{'plugin':'lines','path':'" + directory.resolve("in") + "/*.txt'}},"
                        + "{'name':'check','fn':'io.sardonyx.cli.node.NodeCommandsTest::checked'},"
                        + "{'name':'write','output':" + output + "}]}");
    }

    private String files() {
        return "{'plugin':'files','path':'" + directory.resolve("out") + "'}";
    }

    private void write(String document, String body) {
        Documents documents = store.documents();
        assertThat(documents
                        .write(document, body.getBytes(StandardCharsets.UTF_8), Documents.ABSENT)
                        .toCompletableFuture()
                        .join())
                .isPresent();
    }

    @Test
    void aJobIsSubmittedBeforeAnyNodeRunsAndTheFencesOfItsOutputsAreTold() throws Exception {
        String words = job("words", files(), "");
        Cli.Result first = run("node", "submit", words);
        assertThat(first.code()).isZero();
        assertThat(first.out())
                .contains("nodes have job words now", "output write (files) checks the fence: ")
                .doesNotContain("at least once");
        assertThat(first.err()).contains("sardonyx: warning: no node is listed", "sardonyx node start");
        assertThat(done("node", "submit", words)).contains("nodes had job words before; nothing changes");
        assertThat(done("node", "submit", "--json", words))
                .contains("\"verdict\":\"already-there\"", "\"attended\":false", "\"outputs\":{\"write\":\"fenced\"}");
        assertThat(done("node", "submit", job("said", "'stdout'", ""))).contains("checks no fence", "at least once");
        assertThat(done("node", "submit", job("own", "'com.acme.Sinks::table'", "")))
                .contains("TaskContext.fence()");
        assertThat(done("node", "submit", job("rows", "'ledger'", "")))
                .contains("output write (ledger) checks the fence: ");
        refused("nodes have, or had, another job words", "node", "submit", job("words", "'null'", ""));
        assertThat(done("node", "jobs"))
                .contains("words  running, 0 done, 0 running, 0 outstanding")
                .contains("said   running");
        assertThat(done("node", "list")).contains("no node is listed; sardonyx node start");
    }

    @Test
    void whatNodesCannotDoIsRefusedWithItsPlaceInTheFile() throws Exception {
        String queued = job("queued", files(), ",'delivery':'queued'");
        refused("is queued, but nodes have no broker", "node", "submit", queued);
        refused("queued.json:1:", "node", "submit", queued);
        String greedy = job("greedy", files(), ",'checkpoint':{'every':'PT5S'}");
        String text = Files.readString(Path.of(greedy));
        Files.writeString(
                Path.of(greedy),
                text.replace("::checked\"", "::checked\",\"groupBy\":[\"k\"],\"min\":2,\"tags\":[\"gpu\"]"));
        for (String fault : List.of(
                "checkpoint: is made by peers",
                "task check, groupBy: wants segments with the same key to meet",
                "task check, min: of 2 is not kept",
                "task check, tags: are not known to nodes")) {
            refused(fault, "node", "submit", greedy);
        }
        refused("no such file", "node", "submit", directory.resolve("none.json").toString());
        assertThat(run("node", "jobs").err()).contains("there are no jobs");
    }

    @Test
    void aPartitionThatFailsIsShownRetriedAndDropped() throws Exception {
        BROKEN.set(true);
        String token = startNode();
        done("node", "submit", job("checks", files(), ""));
        until("1 partitions have failed too often", "node", "jobs");
        assertThat(done("node", "jobs")).contains("checks  running, 1 done, 0 running, 0 outstanding, 1 failed; ");
        assertThat(done("node", "jobs", "--json")).contains("\"state\":\"running\"", "\"done\":1", "\"failed\":1");
        String failed = done("partitions", "list", "--failed", "--long", "checks");
        assertThat(failed.lines()).hasSize(1);
        assertThat(failed)
                .contains("in/bad.txt", "failed, failed 2 times: ")
                .contains("this line is  [31mbad")
                .doesNotContain("\u001b");
        assertThat(done("partitions", "list", "--json", "che")).contains("\"state\":\"done\"", "\"state\":\"failed\"");
        assertThat(done("partitions", "show", "checks", "bad.txt"))
                .contains("partition " + directory.resolve("in/bad.txt") + " of job checks", "fence ", "claims/work/");
        assertThat(done("node", "list"))
                .contains("node " + token.substring(0, 8) + ", 2 workers, holds 0 partitions, leads")
                .contains("1 partition of job checks failed too often: sardonyx partitions list checks --failed");
        assertThat(done("node", "list", "--json")).contains("\"node\":\"" + token + "\"", "\"leads\":true");
        assertThat(done("partitions", "drop", "checks", "good.txt")).contains("has not failed; nothing changes");

        BROKEN.set(false);
        assertThat(done("partitions", "retry", "checks", "--all")).contains("bad.txt is tried again");
        until("checks  done, 2 partitions", "node", "jobs");
        assertThat(done("node", "kill", "checks")).contains("had ended before; nothing changes");
    }

    @Test
    void doctorAndTopTellOfNodesWhereThereIsNoCluster() throws Exception {
        refused("there is no cluster", "doctor");
        refused("there is no cluster", "top", "--once");
        BROKEN.set(true);
        done("node", "submit", job("ails", files(), ""));
        Cli.Result alone = run("doctor");
        assertThat(alone.code()).as(alone.err()).isEqualTo(1);
        assertThat(alone.out())
                .contains("nodes    0 nodes, 0 workers, 0 partitions held, no leader")
                .contains("wrong    1 job waits for a node, and none is listed");

        String token = startNode();
        until("1 partitions have failed too often", "node", "jobs");
        Cli.Result wrong = run("doctor");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.out())
                .contains("nodes    1 node, 2 workers, 0 partitions held")
                .contains("shared   1 job of nodes running")
                .contains("wrong    1 partition of job ails failed too often: ");
        assertThat(run("doctor", "--json").out())
                .startsWith("{\"well\":false,")
                .contains(
                        "\"claimed\":{\"nodes\":[{\"node\":\"" + token + "\"",
                        "\"findings\":[\"1 partition of job ails");
        assertThat(done("top", "--once"))
                .contains("nodes  1 node, 2 workers, 0 partitions held")
                .contains("node " + token.substring(0, 8) + ", 2 workers, holds 0 partitions, leads")
                .containsPattern("ails +1 +0 +0 +1 +0.0");
        assertThat(done("top", "--once", "--json")).contains("\"done-per-second\":0.0", "\"failed\":1");

        done("partitions", "drop", "ails", "bad.txt");
        until("ails  done, 2 partitions", "node", "jobs");
        assertThat(done("doctor")).contains("well     every lease of a node is renewed, and no partition fails");
    }

    @Test
    void aListenerWhosePortIsTakenIsTold() throws Exception {
        startNode();
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            done(
                    "node",
                    "submit",
                    Cli.file(
                            directory,
                            "listens.json",
                            "{'id':'listens','workflow':[['read','write']],'catalog':["
                                    + "{'name':'read','input':{'plugin':'tcp-lines','port':" + taken.getLocalPort()
                                    + "}},{'name':'write','output':'null'}]}"));
            until("waits: task read: ", "partitions", "list", "--long", "listens");
            assertThat(done("partitions", "show", "listens", "tcp-lines"))
                    .contains("port " + taken.getLocalPort() + " cannot be had");
            assertThat(done("partitions", "list", "--json", "listens")).contains("\"waiting\":\"task read: ");
            Cli.Result wrong = run("doctor");
            assertThat(wrong.code()).isEqualTo(1);
            assertThat(wrong.out())
                    .contains("wrong    partition of job listens waits: tcp-lines: task read: ", "cannot be had");
        }
        done("node", "kill", "listens");
    }

    @Test
    void aJobThatNoNodeCanRunIsTold() throws Exception {
        startNode();
        done(
                "node",
                "submit",
                Cli.file(
                        directory,
                        "unfit.json",
                        "{'id':'unfit','workflow':[['read','work'],['work','write']],'catalog':["
                                + "{'name':'read','input':{'plugin':'items','items':[1]}},"
                                + "{'name':'work','fn':'a.B::c'},{'name':'write','output':'null'}]}"));
        until("unfit  running, 0 done, 0 running, 0 outstanding; no listed node can run it: ", "node", "jobs");
        assertThat(done("node", "jobs")).contains("a.B");
        assertThat(done("node", "list")).contains(", unfit for 1 job", "job unfit waits: no listed node can run it");
        Cli.Result wrong = run("doctor");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.out()).contains("job unfit waits: no listed node can run it", "a.B");
    }

    @Test
    void whoWaitsForAJobIsToldHowItEndedAndWhatWasLeftOut() throws Exception {
        BROKEN.set(true);
        startNode();
        Path file = Path.of(job("skips", files(), ""));
        String text = Files.readString(file).replace("::checked\"", "::checked\",\"onError\":\"skip\"");
        String skips = Files.writeString(file, text).toString();
        assertThat(done("node", "submit", "--wait", skips))
                .contains(
                        "job skips is done, 2 partitions, without 1 segment that error policies left out: 1 by check");
        assertThat(done("node", "submit", "--wait", "--json", skips))
                .contains("\"state\":\"done\",\"partitions\":2,\"skipped\":{\"check\":1}");
        assertThat(done("node", "jobs")).contains("skips  done, 2 partitions, without 1 segment");
        assertThat(done("node", "jobs", "--json")).contains("\"skipped\":{\"check\":1}");

        String killed = job("killed", files(), "");
        done("node", "submit", killed);
        done("node", "kill", "killed", "--reason", "enough");
        Cli.Result ended = run("node", "submit", "--wait", killed);
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("job killed is killed, ", "; by ", ": enough");
    }

    @Test
    void aJobEndsWithoutAPartitionThatIsDropped() throws Exception {
        BROKEN.set(true);
        startNode();
        done("node", "submit", job("drops", files(), ""));
        until("1 partitions have failed too often", "node", "jobs");
        assertThat(done("partitions", "drop", "--json", "drops", "bad.txt")).contains("\"verdict\":\"done\"");
        until("drops  done, 2 partitions", "node", "jobs");
    }

    @Test
    void aJobIsKilledForAReason() throws Exception {
        done("node", "submit", job("endless", files(), ""));
        assertThat(done("node", "kill", "end", "--reason", "typo")).contains("job endless is killed");
        assertThat(done("node", "jobs")).contains("endless  killed, 0 partitions; by ", ": typo");
        refused("nodes have no job nothing", "node", "kill", "nothing");
    }

    @Test
    void whatDoesNotExistIsNamedAndSomethingSimilar() throws Exception {
        done("node", "submit", job("first", files(), ""));
        done("node", "submit", job("first2", files(), ""));
        refused("fir may be any of 2 jobs", "partitions", "list", "fir");
        refused("no job forst; did you mean first", "partitions", "list", "forst");
        refused("job first has no partition a.txt", "partitions", "show", "first", "a.txt");
        refused("give the name of a partition or --all", "partitions", "retry", "first");
        refused("give the name of a partition or --all", "partitions", "retry", "first", "a.txt", "--all");
    }

    @Test
    void documentsThatWereEditedWronglyAreNamed() throws Exception {
        done("node", "submit", job("edited", files(), ""));
        write("claims/work/edited/a", "{\"holder\":1");
        write("claims/nodes", "[]");
        Cli.Result listed = run("partitions", "list", "edited");
        assertThat(listed.code()).isEqualTo(1);
        assertThat(listed.err()).contains("claims/work/edited/a cannot be used");
        assertThat(done("node", "list"))
                .contains("document claims/nodes cannot be used", "claims/work/edited/a cannot be used");
        assertThat(run("node", "jobs").code()).isEqualTo(1);
    }

    @Test
    void anIndexAndALeaderThatWereEditedWronglyAreNamed() {
        write("claims/index", "{\"jobs\":1}");
        write("claims/leader", "[]");
        assertThat(done("node", "list"))
                .contains("document claims/index cannot be used", "document claims/leader cannot be used");
        for (String[] command : new String[][] {{"node", "jobs"}, {"node", "kill", "some"}}) {
            Cli.Result refused = run(command);
            assertThat(refused.code()).as(refused.out()).isNotZero();
            assertThat(refused.err()).contains("document claims/index cannot be used");
        }
    }

    @Test
    void aStoreThatDoesNotAnswerIsTold() {
        String[][] commands = {{"node", "list"}, {"node", "jobs"}, {"partitions", "list", "job"}, {"node", "start"}};
        for (String[] command : commands) {
            var all = new ArrayList<>(List.of(command));
            all.addAll(List.of("--store", "zookeeper://127.0.0.1:1/tenancy", "--timeout", "300ms"));
            Cli.Result result = Cli.run(all.toArray(String[]::new));
            assertThat(result.code()).as("%s: %s", all, result.err()).isEqualTo(3);
        }
    }

    @Test
    void settingsOutOfBoundsAreRefused() {
        refused("a node has 1 to 10000 workers, not 0", "node", "start", "--workers", "0");
        refused("a lease is at least", "node", "start", "--lease", "10ms");
        refused("a partition is tried at least once", "node", "start", "--attempts", "0");
        refused("--secrets", "node", "start", "--secrets", "nonsense");
        refused("--jar", "node", "start", "--jar", directory.resolve("none.jar").toString());
    }
}
