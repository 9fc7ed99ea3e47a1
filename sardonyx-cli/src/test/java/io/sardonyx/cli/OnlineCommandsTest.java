package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli.Result;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.Json;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.plugin.Extent;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that talk to a running cluster: here one process with four peers, over a store in memory. */
class OnlineCommandsTest {

    private static final String ADDRESS = "memory:online-commands";
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final Store store = Stores.open(ADDRESS);
    private final AdminClient client = AdminClient.over(store);
    private final List<LoopThread<PeerGroup>> processes = new ArrayList<>();
    private String words = "";
    private String small = "";

    @BeforeEach
    void start() {
        words = Cli.file(
                directory,
                "words.json",
                "{'id':'words','workflow':[['read','split'],['split','count']],"
                        + "'catalog':[{'name':'read','input':'lines'},"
                        + "{'name':'split','fn':'a.Words::split','min':3},{'name':'count','output':'stdout'}]}");
        small = small("small.json", "only");
        join();
        until(view -> view.replica().peers().present().size() == 4);
    }

    /** A job with two tasks for two peers. */
    private String small(String file, String first) {
        return Cli.file(
                directory,
                file,
                "{'id':'small','workflow':[['" + first + "','end']],'saturation':2,'catalog':[{'name':'" + first
                        + "','input':'lines'},{'name':'end','output':'stdout'}]}");
    }

    private void join() {
        var parameters = new ClusterParameters(
                "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        var group = new PeerGroup(store, GroupSettings.of(parameters, 4), RandomGenerator.getDefault());
        processes.add(new LoopThread<>("tested", group, it -> {}));
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        for (var process : processes) {
            process.close();
            assertThat(process.await(LONG)).isTrue();
        }
        store.close();
    }

    private void until(Predicate<ReplicaView> wish) {
        var seen = new CompletableFuture<ReplicaView>();
        try (var watch = client.subscribe(view -> {
            if (wish.test(view)) {
                seen.complete(view);
            }
        })) {
            assertThat(watch).isNotNull();
            assertThat(seen).succeedsWithin(LONG);
        }
    }

    private static Result run(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.add("--store");
        all.add(ADDRESS);
        return Cli.run(all.toArray(String[]::new));
    }

    private static String done(String... args) {
        Result result = run(args);
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        return result.out();
    }

    @Test
    void jobIsSubmittedShownListedAndKilled() {
        assertThat(done("job", "submit", small)).contains("job small is in the cluster since entry");
        assertThat(done("job", "submit", small)).contains("submitted before");
        assertThat(done("job", "list")).contains("small  running, 2 peers");
        assertThat(done("job", "show", "small")).contains("task only (1..any) 1 peer 0:");
        assertThat(done("job", "kill", "small", "--by", "ann", "--reason", "too\nslow"))
                .contains("job small is killed at entry");
        assertThat(done("job", "kill", "small")).contains("had ended before");
        assertThat(done("job", "show", "small")).contains("by ann: too").hasLineCount(1);
        var json = Json.read(done("job", "list", "--json").getBytes(StandardCharsets.UTF_8));
        assertThat(json.at("state").text()).isEqualTo("killed");
        assertThat(json.at("reason").text()).isEqualTo("too\nslow");
    }

    @Test
    void otherContentUnderTheSameIdIsBadInput() {
        done("job", "submit", small);
        Result result = run("job", "submit", small("other.json", "other"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("another job small").contains("another id");
    }

    @Test
    void everyFaultOfAJobIsSaidBeforeAnythingIsAppended() {
        long before = client.replica().position();
        for (String command : List.of("submit", "plan")) {
            Result result = run(
                    "job",
                    command,
                    Cli.file(directory, "bad.json", "{'id':'bad','workflow':[['a','b']],'catalog':[{'name':'c'}]}"));
            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err())
                    .contains("bad.json: job bad cannot run:")
                    .contains("bad.json:1:26: workflow: there is no task a")
                    .contains("bad.json:1:30: workflow: there is no task b")
                    .contains("bad.json:1:47: task c: is not in the workflow");
        }
        assertThat(client.replica().position()).isEqualTo(before);
    }

    @Test
    void planSaysWhatASubmissionWouldDoAndIfAtDoesExactlyThat() {
        var plan = Json.read(done("job", "plan", small, "--json").getBytes(StandardCharsets.UTF_8));
        String position = String.valueOf(plan.at("position").position());
        assertThat(plan.at("counts").at("small").at("only").count(0)).isEqualTo(1);
        assertThat(done("job", "plan", words)).contains("words is submitted").contains("--if-at " + position);
        assertThat(done("job", "submit", "--if-at", position, small)).contains("is in the cluster");
        Result moved = run("job", "submit", "--if-at", position, words);
        assertThat(moved.code()).isEqualTo(4);
        assertThat(moved.out()).contains("the world moved on");
        assertThat(done("job", "list")).doesNotContain("words");
    }

    @Test
    void planAndSubmitSayWhatEachOutputOfAJobWithCheckpointsPromises() {
        String catalog = "'workflow':[['read','a'],['read','b'],['read','c'],['read','d']],'catalog':["
                + "{'name':'read','input':'lines'},"
                + "{'name':'a','output':{'plugin':'files','path':'/tmp'}},"
                + "{'name':'b','output':'stdout'},"
                + "{'name':'c','output':'acme'},"
                + "{'name':'d','output':'com.acme.Words::print'}]}";
        String file = Cli.file(directory, "marked.json", "{'id':'marked','checkpoint':{'every':'PT5S'}," + catalog);
        String[] promises = {
            "  output a (files) publishes each result once, when its checkpoint is complete",
            "  output b (stdout) is at least once: after a failure it takes again what came since the latest",
            "  output c (acme) is at least once, unless it prepares and commits what it publishes",
            "  output d (com.acme.Words::print) is at least once, unless it prepares"
        };
        String words = "\"outputs\":{\"a\":\"once\",\"b\":\"at-least-once\",\"c\":\"up-to-it\",\"d\":\"up-to-it\"}";
        assertThat(done("job", "plan", file)).contains(promises);
        assertThat(done("job", "plan", file, "--json")).contains(words);
        assertThat(done("job", "submit", file)).contains(promises);
        assertThat(done("job", "submit", file, "--json")).contains(words);
        String plain = Cli.file(directory, "plain.json", "{'id':'plain'," + catalog);
        assertThat(done("job", "plan", plain)).doesNotContain("output a (");
        assertThat(done("job", "submit", plain, "--json")).doesNotContain("outputs");
    }

    @Test
    void planAndSubmitWarnOfInputsThatCannotBeReadAgain() {
        String catalog = "'workflow':[['a','e'],['b','e'],['c','e'],['d','e']],'catalog':["
                + "{'name':'a','input':{'plugin':'tcp-lines','port':7000}},"
                + "{'name':'b','input':'lines'},"
                + "{'name':'c','input':'acme'},"
                + "{'name':'d','input':'stdin'},"
                + "{'name':'e','output':'stdout'}]}";
        String file = Cli.file(directory, "lossy.json", "{'id':'lossy','checkpoint':{'every':'PT5S'}," + catalog);
        String[] said = {
            "input a (tcp-lines) cannot be read again: what it has read since the latest checkpoint is lost",
            "input d (stdin) cannot be read again"
        };
        for (String command : List.of("plan", "submit")) {
            Result result = run("job", command, file, "--json");
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out())
                    .contains("\"warnings\":[\"input a (")
                    .contains(said)
                    .doesNotContain("input b (", "input c (");
            assertThat(run("job", command, file).err()).contains(said).hasLineCount(2);
        }
        String plain = Cli.file(directory, "whole.json", "{'id':'whole'," + catalog);
        assertThat(done("job", "plan", plain, "--json")).doesNotContain("warnings");
    }

    @Test
    void whoWaitsForAJobIsToldHowItEnded() {
        var waiting = CompletableFuture.supplyAsync(() -> run("job", "submit", "--wait", small));
        until(view -> !view.replica().jobs().live().isEmpty());
        done("job", "kill", "small", "--by", "ann");
        assertThat(waiting).succeedsWithin(LONG).satisfies(result -> {
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.out()).contains("killed at entry").contains("by ann");
        });
    }

    @Test
    void whyTellsWhatAWaitingJobLacksAndWhoHasIt() {
        done("job", "submit", small);
        done("job", "submit", words);
        assertThat(done("why", "words"))
                .contains("job words waits")
                .contains("needs 5 = 1 + 3 + 1 (read, split, count)")
                .containsPattern("2 held by job small since entry \\d+")
                .contains("4 peers in the cluster, 2 idle");
        assertThat(done("job", "why", "words/split")).contains("nobody is on it");
        String peer = client.replica().replica().peers().present().keys().get(0).text();
        assertThat(done("why", peer.substring(0, 13))).containsPattern("runs small/(only|end) in slot 0");
        String group = client.replica().replica().ring().members().keys().get(0).text();
        assertThat(done("why", group)).contains("is a member").contains("it is alone");
        assertThat(done("why", "words", "--json")).contains("\"rule\":\"below-need\"");
        Result unknown = run("why", "wrods");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("did you mean words");
    }

    @Test
    void anyMomentCanBeAskedAbout() {
        long before = client.replica().position();
        done("job", "submit", small);
        assertThat(done("replica", "show", "--at", String.valueOf(before))).doesNotContain("small");
        assertThat(done("replica", "show")).contains("job small holds 2 peers");
        Result future = run("replica", "show", "--at", "999");
        assertThat(future.code()).isEqualTo(2);
        assertThat(future.err()).contains("there is no entry 999 yet");
    }

    @Test
    void exportedLogReplaysToTheSameHashAlsoAfterATrim() {
        done("job", "submit", small);
        String first = directory.resolve("first.jsonl").toString();
        String exported = done("log", "export", first);
        assertThat(lastLine(Cli.run("log", "replay", first).out())).isEqualTo(lastLine(exported));
        done("gc");
        done("job", "kill", "small");
        String second = directory.resolve("second.jsonl").toString();
        exported = done("log", "export", second);
        assertThat(lastLine(Cli.run("log", "replay", second).out())).isEqualTo(lastLine(exported));
        Result again = run("log", "export", second);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("exists already");
        assertThat(Files.exists(Path.of(second))).isTrue();
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (before, line) -> line);
    }

    @Test
    void logIsShownFromAnyEntryToAnyOther() {
        assertThat(done("log", "show", "--from", "1", "--to", "2").lines()).hasSize(2);
        String json = done("log", "show", "--to", "0", "--json");
        assertThat(Json.read(json.getBytes(StandardCharsets.UTF_8)).at("fn").text())
                .isEqualTo("found-cluster");
    }

    @Test
    void logFitsIntoATerminalUnlessWholeLinesAreWanted() {
        done("job", "submit", words);
        String peer = client.replica().replica().peers().present().keys().get(0).text();
        String fitting = done("log", "show");
        assertThat(fitting.lines()).allMatch(line -> line.length() <= 120);
        assertThat(fitting).contains(peer.substring(0, 8)).doesNotContain(peer);
        assertThat(done("log", "show", "--long")).contains(peer);
        assertThat(done("log", "show", "--json")).contains(peer);
    }

    @Test
    void replicaIsShownInWords() {
        assertThat(done("replica", "show"))
                .contains("cluster tested, planned, balanced, format ", " with 4 peers")
                .doesNotContain("[", "null");
    }

    @Test
    void theBeginningOfAnIdWillDoWhereNoOtherBeginsSo() {
        done("job", "submit", words);
        done("job", "submit", small);
        done("job", "submit", small, "--again");
        assertThat(done("job", "show", "wo")).startsWith("job words ");
        Result ambiguous = run("job", "kill", "sm");
        assertThat(ambiguous.code()).isEqualTo(2);
        assertThat(ambiguous.err()).contains("sm may be any of small, small-2; say more of it");
        assertThat(done("job", "kill", "small")).contains("job small is killed");
        assertThat(done("job", "kill", "small-")).contains("job small-2 is killed");
        assertThat(done("job", "resume", "small-")).contains("job small-2 goes on as job small-3");
        assertThat(done("job", "forget", "small-2")).contains("only the id of job small-2");
    }

    @Test
    void doctorFindsTheDeadAndReportsThem() throws InterruptedException {
        assertThat(done("doctor")).contains("every member has a pulse");
        processes.get(0).close();
        assertThat(processes.get(0).await(LONG)).isTrue();
        Result ill = run("doctor");
        assertThat(ill.code()).isEqualTo(1);
        assertThat(ill.out()).contains("has no pulse, and nobody has reported it");
        assertThat(done("doctor", "--repair")).contains("is reported as gone").contains("members  0");
        assertThat(done("doctor", "--json")).contains("\"well\":true");
        assertThat(done("gc")).contains("a newcomer now begins at the origin of entry");
    }

    @Test
    void storeWithoutAClusterIsBadInputAndStaysUntouched() {
        for (String[] args : new String[][] {
            {"job", "list"}, {"job", "submit", small}, {"replica", "show"}, {"why", "x"}, {"doctor"}, {"gc"}
        }) {
            var all = new ArrayList<>(List.of(args));
            all.addAll(List.of("--store", "memory:misspelt"));
            Result result = Cli.run(all.toArray(String[]::new));
            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err()).contains("there is no cluster at").hasLineCount(1);
        }
    }

    private String typed(String first, String second) {
        String mischief = "io.sardonyx.cli.Mischief::";
        return Cli.file(
                directory,
                first + second + ".json",
                "{'id':'typed','workflow':[['read','first'],['first','second']],'catalog':["
                        + "{'name':'read','input':'somewhere'},"
                        + "{'name':'first','fn':'" + mischief + first + "'},"
                        + "{'name':'second','fn':'" + mischief + second + "'}]}");
    }

    @Test
    void segmentThatMayNotBeTakenIsNotedByPlan() {
        String note = "task second, fn: io.sardonyx.cli.Mischief::picky takes a long, but"
                + " io.sardonyx.cli.Mischief::anything of task first gives a java.lang.Object; a segment that is no";
        String file = typed("anything", "picky");
        assertThat(run("job", "plan", file).err()).startsWith("sardonyx: warning: " + note);
        assertThat(done("job", "plan", file, "--json")).contains("\"warnings\":[\"" + note);
        assertThat(run("job", "plan", typed("picky", "anything")).err()).isEmpty();
    }

    @Test
    void planThatIsToldWhereFunctionsAreRefusesWhatRunRefuses() {
        Result result = run("job", "plan", typed("text", "picky"), "--allow", "io.sardonyx.cli");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("Mischief::text of task first gives a java.lang.String, and nothing is both");
    }

    @Test
    void memoryThatDiesWithItsPeerIsToldAndWhetherPlacesMoved() {
        String file = Cli.file(
                directory,
                "counts.json",
                "{'id':'counts','workflow':[['read','count']],'saturation':6,'catalog':["
                        + "{'name':'read','input':'lines'},"
                        + "{'name':'count','fn':'a.Words::count','groupBy':['word']}],"
                        + "'lifecycles':[{'task':'count','calls':'a.Words::counting'}]}");
        String warning = "task count is grouped and has a lifecycle";
        String moved = "the results of task count may be wrong: while the job ran its peers changed at entry ";
        assertThat(run("job", "plan", file).err()).startsWith("sardonyx: warning: " + warning);
        assertThat(done("job", "plan", file, "--json")).contains("\"warnings\":[\"" + warning);
        done("job", "submit", file);
        assertThat(done("job", "show", "counts")).contains("  " + warning).doesNotContain(moved);
        join();
        until(view -> view.replica().peers().present().size() == 8);
        until(view ->
                view.replica().jobs().live().get(JobId.of("counts")).demand().size() == 6);
        assertThat(done("job", "show", "counts")).contains("  " + warning, "  " + moved);
        assertThat(done("job", "show", "counts", "--json")).contains("\"warnings\":[\"" + warning, moved);
        client.append(new ExhaustInput(JobId.of("counts"), TaskName.of("read"), SortedTable.empty()));
        until(view -> view.replica().jobs().completed().has(JobId.of("counts")));
        assertThat(done("job", "show", "counts")).contains("  " + moved).doesNotContain(warning);
    }

    @Test
    void idsAreShortUnlessWholeOnesAreAskedFor() {
        done("job", "submit", small);
        String whole = "[0-9a-f]{8}-[0-9a-f]{4}-";
        for (String[] command : List.of(
                new String[] {"job", "show", "small"},
                new String[] {"job", "plan", words},
                new String[] {"why", "small/only"},
                new String[] {"replica", "show"})) {
            var wanted = new ArrayList<>(List.of(command));
            wanted.add("--long");
            assertThat(done(command)).doesNotContainPattern(whole);
            assertThat(done(wanted.toArray(String[]::new))).containsPattern(whole);
        }
        assertThat(run("doctor").out()).doesNotContainPattern(whole);
    }

    @Test
    void aTaskThatWaitsInItsCallsIsToldToSayBlocking() {
        done("job", "submit", small);
        var now = System.currentTimeMillis();
        var read = new TaskReport(
                TaskName.of("only"),
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Extent.NONE,
                false,
                false,
                null,
                true,
                QueueFigures.NONE,
                CheckpointFigures.NONE,
                List.of(new StateFigures("spent", 48_211, 5_200_000)));
        document(
                ReportDocument.name(JobId.of("small"), GroupId.of("somebody")),
                new String(ReportDocument.bytes(new JobReport(now, List.of(read))), StandardCharsets.UTF_8));
        for (String[] command :
                List.of(new String[] {"job", "show", "small"}, new String[] {"why", "small"}, new String[] {
                    "why", "small", "--json"
                })) {
            assertThat(done(command)).contains("task only waits in its calls", "say blocking: true");
        }
        assertThat(done("job", "show", "small")).contains("state spent: 48211 keys, about 5,200,000 bytes of heap");
        assertThat(done("job", "show", "small", "--json"))
                .contains("\"waitsInCalls\":true", "\"spent\":{\"keys\":48211,\"bytes\":5200000}");
    }

    @Test
    void whatATaskWaitsForIsToldEverywhere() {
        Cli.run("job", "submit", small, "--store", ADDRESS);
        var now = System.currentTimeMillis();
        TaskReport read = TaskReport.none(TaskName.of("only"))
                .waitingFor(new Waiting("checkpoint 0 is damaged", now - 60_000, now + 60_000));
        document(
                ReportDocument.name(JobId.of("small"), GroupId.of("somebody")),
                new String(ReportDocument.bytes(new JobReport(now, List.of(read))), StandardCharsets.UTF_8));
        String told = "task only waits for 6\\d\\.\\d s: checkpoint 0 is damaged; it tries again in 5\\d\\.\\d s";
        for (String[] command : List.of(
                new String[] {"job", "show", "small"},
                new String[] {"why", "small"},
                new String[] {"why", "small/only"},
                new String[] {"why", "small", "--json"},
                new String[] {"doctor"},
                new String[] {"doctor", "--json"})) {
            var args = new ArrayList<>(List.of(command));
            args.addAll(List.of("--store", ADDRESS));
            assertThat(Cli.run(args.toArray(String[]::new)).out()).containsPattern(told);
        }
        assertThat(Cli.run("doctor", "--store", ADDRESS).code()).isEqualTo(1);
        assertThat(Cli.run("job", "show", "small", "--json", "--store", ADDRESS).out())
                .contains("\"waiting\":{\"reason\":\"checkpoint 0 is damaged\",\"since\":" + (now - 60_000));
    }

    private void document(String name, String body) {
        assertThat(store.documents()
                        .write(name, body.getBytes(StandardCharsets.UTF_8), Documents.ABSENT)
                        .toCompletableFuture())
                .succeedsWithin(LONG);
    }

    private void assertRefused(String complaint, String... args) {
        Result result = Cli.run(args);
        assertThat(result.err()).startsWith("sardonyx: ").contains(complaint);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.code()).isEqualTo(2);
    }

    @Test
    void damagedCheckpointIsResetAndAWholeOneOnlyByForce() {
        Cli.run("job", "submit", small, "--store", ADDRESS);
        document("partitions/small/only", "{\"partitions\":[\"a\",\"b\",\"c\"]}");
        document("checkpoints/small/only/0", "{\"atEnd\":false,\"fence\":1}");
        document("checkpoints/small/only/2", "{\"atEnd");
        String[] store = {"--store", ADDRESS};
        assertRefused("no job none", "job", "reset", "none", "only", store[0], store[1]);
        assertRefused("no input onyl; did you mean only?", "job", "reset", "small", "onyl", store[0], store[1]);
        assertRefused("--force does so anyway", "job", "reset", "small", "only", "0", store[0], store[1]);
        assertRefused("0 or more, not -1", "job", "reset", store[0], store[1], "--", "small", "only", "-1");
        assertThat(Cli.run("job", "reset", "small", "only", store[0], store[1]).out())
                .isEqualTo("task only reads partition 2 again from the beginning\n");
        assertRefused("nothing was reset", "job", "reset", "small", "only", store[0], store[1]);
        assertThat(Cli.run("job", "reset", "small", "only", "0", "--force", "--json", store[0], store[1])
                        .out())
                .contains("\"list\":false", "\"partitions\":[\"0\"]");
    }

    @Test
    void damagedListOfPartitionsGoesWithAllCheckpoints() {
        Cli.run("job", "submit", small, "--store", ADDRESS);
        document("partitions/small/only", "{\"part");
        document("checkpoints/small/only/0", "{\"atEnd\":false,\"fence\":1}");
        assertThat(Cli.run("job", "reset", "small", "only", "--store", ADDRESS).out())
                .contains("they are listed anew");
        assertThat(store.documents().names("checkpoints/").toCompletableFuture().join())
                .isEmpty();
    }

    @Test
    void claimedPartitionsOfARunningJobAreResetOnlyWhereTheyAreDamaged() {
        Cli.run("job", "submit", small, "--store", ADDRESS);
        document("partitions/small/only", "{\"partitions\":[\"a\",\"b\"],\"checkpoints\":\"claimed\"}");
        document("partitions/small/only/claimed/b", "{\"hold");
        String[] store = {"--store", ADDRESS};
        assertRefused(
                "job small runs, and the peers that claim the partitions of task only know which are done; kill it",
                "job",
                "reset",
                "small",
                "only",
                "--force",
                store[0],
                store[1]);
        assertThat(Cli.run("job", "reset", "small", "only", store[0], store[1]).out())
                .isEqualTo("task only reads partition 1 again from the beginning\n");
    }

    @Test
    void onlyADamagedEntryIsSkipped() {
        assertRefused("entry 0 can be read", "log", "skip", "--at", "0", "--store", ADDRESS);
        assertRefused("there is no entry 9999 yet", "log", "skip", "--at", "9999", "--store", ADDRESS);
        assertRefused("0 or more, not -1", "log", "skip", "--at", "-1", "--store", ADDRESS);
        assertRefused("--at", "log", "skip", "--store", ADDRESS);
    }
}
