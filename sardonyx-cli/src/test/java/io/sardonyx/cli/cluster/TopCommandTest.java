package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import io.sardonyx.cli.Processes;
import io.sardonyx.cli.PseudoTerminal;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.plugin.Extent;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live view of a cluster of one group with four peers, over a store that other processes can open too. */
@Timeout(120)
class TopCommandTest {

    private static final String HOSTILE = "evil\u202eboj\u2028job";

    @TempDir
    private Path directory;

    private Path place = Path.of("");
    private String address = "";
    private Store store;
    private AdminClient client;
    private LoopThread<PeerGroup> process;

    @BeforeEach
    void start() {
        place = directory.resolve("store");
        address = "file:" + place;
        store = Stores.open(address);
        client = AdminClient.over(store);
        var parameters = new ClusterParameters(
                "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        var settled = new CompletableFuture<Void>();
        var group = new PeerGroup(store, GroupSettings.of(parameters, 4), RandomGenerator.getDefault());
        process = new LoopThread<>("tested", group, it -> {
            if (it.isSettled()) {
                settled.complete(null);
            }
        });
        assertThat(settled).succeedsWithin(Duration.ofSeconds(60));
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        process.close();
        assertThat(process.await(Duration.ofSeconds(60))).isTrue();
        store.close();
    }

    private static Job job(String id) {
        return Job.named(id)
                .input("read", Inputs.numbers())
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
    }

    private static TaskReport report(String task, long perSecond, Extent extent, boolean inputFull) {
        return new TaskReport(
                TaskName.of(task),
                2,
                100,
                100,
                1,
                0,
                7,
                3,
                perSecond,
                perSecond,
                extent,
                inputFull,
                false,
                null,
                false,
                QueueFigures.NONE,
                CheckpointFigures.NONE,
                List.of());
    }

    /** Two jobs, the second busier, of which a group says that its output holds up and a link is down. */
    private void submitTwo() {
        client.submit(job("quiet"));
        client.submit(job(HOSTILE));
        var link = new LinkState(
                new Site("tcp://a:1"), new Site("tcp://b:2"), false, false, 5_000, "no\u001b[2Jroute\nto host");
        var written = new JobReport(
                System.currentTimeMillis(),
                List.of(report("read", 1_234, new Extent(1, 3), false), report("write", 1_200, Extent.NONE, true)),
                List.of(link));
        String name = ReportDocument.name(job(HOSTILE).id(), GroupId.of("somebody"));
        assertThat(store.documents()
                        .write(name, ReportDocument.bytes(written), Documents.ABSENT)
                        .toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60));
    }

    @Test
    void oneLookShowsGroupsJobsLinksAndEntries() {
        submitTwo();
        Result result = Cli.run("top", "--once", "--store", address);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .containsSubsequence(
                        "cluster tested, planned, balanced, at entry",
                        "groups  1 member, 0 joining; 4 peers, 4 busy, 0 idle",
                        "member, 4 peers, 4 busy",
                        "jobs  2 live, 0 completed, 0 killed",
                        "evil boj job",
                        "running",
                        "1,234",
                        "1,200",
                        "7",
                        "3",
                        "held up by write",
                        "33 % read",
                        "input full",
                        "quiet",
                        "links",
                        "the link from tcp://a:1 to tcp://b:2 has been down for 5 s: no [2Jroute to host",
                        "log",
                        "submit-job id=quiet");
        assertThat(result.out()).doesNotContain("\u202e", "\u2028", "\u001b");
        assertThat(result.lines()).allMatch(line -> line.length() <= 120);
        String group = client.replica().replica().ring().members().keys().get(0).text();
        assertThat(result.out()).contains(group.substring(0, 8)).doesNotContain(group);
        assertThat(Cli.run("top", "--once", "--long", "--store", address).out()).contains(group);
    }

    @Test
    void programsGetOneObject() {
        submitTwo();
        Result result = Cli.run("top", "--once", "--json", "--store", address);
        assertThat(result.lines()).hasSize(1);
        Field seen = Json.read(result.out().getBytes(StandardCharsets.UTF_8));
        Field group = seen.at("groups").items().get(0);
        assertThat(group.at("pulse").flag()).isTrue();
        assertThat(group.at("busy").count(0)).isEqualTo(4);
        Field busiest = seen.at("jobs").items().get(0);
        assertThat(busiest.at("job").text()).isEqualTo(HOSTILE);
        assertThat(busiest.at("in").count(0)).isEqualTo(1_234);
        assertThat(busiest.at("open").count(0)).isEqualTo(7);
        assertThat(busiest.at("bottleneck").text()).isEqualTo("write");
        assertThat(seen.at("troubles").items()).hasSize(1);
    }

    @Test
    void groupThatDiedUnseenHasNoPulse() throws InterruptedException {
        process.close();
        assertThat(process.await(Duration.ofSeconds(60))).isTrue();
        assertThat(Cli.run("top", "--once", "--store", address).out())
                .contains("1 without a pulse", "no pulse, 4 peers");
    }

    @Test
    void storeThatIsNotThereEndsItAtTheStartOnly() {
        assertThat(Cli.run("top", "--every", "0", "--store", address).code()).isEqualTo(2);
        assertThat(Cli.run("top", "--store", "file:" + directory.resolve("empty"))
                        .code())
                .isEqualTo(2);
        assertThat(Cli.run("top", "--store", "file:" + Cli.file(directory, "plain", "") + "/store")
                        .code())
                .isEqualTo(3);
    }

    @Test
    void storeThatVanishesIsToldAndWaitedFor() throws Exception {
        Process top = Processes.start("top", "--json", "--store", address);
        try (BufferedReader told = top.inputReader(StandardCharsets.UTF_8)) {
            assertThat(told.readLine()).startsWith("{\"position\":");
            Path away = directory.resolve("away");
            Files.move(place, away);
            assertThat(next(told, "\"unanswered\":")).contains("\"cluster\":\"tested\"");
            Files.move(away, place);
            assertThat(next(told, "{\"position\":")).contains("\"cluster\":\"tested\"");
            assertThat(Processes.signal(top, "INT")).isEqualTo(ExitCodes.INTERRUPTED);
        } finally {
            top.destroyForcibly();
        }
    }

    @Test
    void terminalShowsAgainWhatItDidBefore() throws Exception {
        assumeTrue(PseudoTerminal.isThere());
        submitTwo();
        Process top = PseudoTerminal.start(Map.of("COLUMNS", "50", "LINES", "12"), "top --store " + address);
        try (BufferedReader shown = top.inputReader(StandardCharsets.UTF_8)) {
            String first = PseudoTerminal.until(shown, "\u001b[J");
            assertThat(first).startsWith("\u001b[?1049h\u001b[?25l").contains("cluster", "evil boj job");
            assertThat(first.lines()).hasSizeLessThanOrEqualTo(12);
            top.outputWriter().append('\u0003').flush();
            String last = PseudoTerminal.rest(shown);
            assertThat(top.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(top.exitValue()).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(last).endsWith("\u001b[?1049l\u001b[?25h");
        } finally {
            top.destroyForcibly();
        }
    }

    private static String next(BufferedReader told, String beginning) throws IOException {
        String line = told.readLine();
        while (line != null && !line.contains(beginning)) {
            line = told.readLine();
        }
        return String.valueOf(line);
    }
}
