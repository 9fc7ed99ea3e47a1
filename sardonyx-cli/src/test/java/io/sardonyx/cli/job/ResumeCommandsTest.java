package io.sardonyx.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.SealOutput;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StatePart;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Run;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import io.sardonyx.store.Stores;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateFile;
import io.sardonyx.table.StateFileWriter;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a job would take over from another one is told and checked by plan and submit, in a cluster whose peers do no
 * work, so that the test completes checkpoints. Public, since jobs name methods.
 */
public class ResumeCommandsTest {

    private static final String ADDRESS = "memory:resume-commands";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final JobId CARDS = JobId.of("cards");

    @TempDir
    private Path directory;

    private final Codecs codecs = Codecs.forTypes(List.of(Alert.class));
    private final Store store = Stores.open(ADDRESS);
    private final AdminClient client = AdminClient.over(store);
    private final LoopThread<PeerGroup> process = new LoopThread<>(
            "tested",
            new PeerGroup(
                    store,
                    GroupSettings.of(
                            new ClusterParameters(
                                    "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED),
                            4),
                    RandomGenerator.getDefault()),
            it -> {});

    public record Alert(String card, long cents) {}

    public static void check(Alert alert, @State("last") Value<Alert> last, @State("spent") LongTotal spent) {}

    public static void spend(Alert alert, @State("spent") LongTotal spent, @State("all") LongTotal all) {}

    @BeforeEach
    void submit() {
        until(view -> view.replica().peers().present().size() == 4);
        done("job", "submit", file("cards", "check", "check", ""));
        until(view -> live(view) != null && live(view).version() > 0);
        complete(1, file());
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        process.close();
        assertThat(process.await(LONG)).isTrue();
        store.close();
    }

    private static Run live(ReplicaView view) {
        return view.replica().jobs().live().get(CARDS);
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
        all.addAll(List.of("--store", ADDRESS));
        return Cli.run(all.toArray(String[]::new));
    }

    private static String done(String... args) {
        Result result = run(args);
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        return result.out();
    }

    private static Result refused(String... args) {
        Result result = run(args);
        assertThat(result.code()).isEqualTo(2);
        return result;
    }

    private String file(String id, String task, String function, String more) {
        return file(id, task, function, "'name':'out','output':'stdout'", more);
    }

    private String file(String id, String task, String function, String output, String more) {
        String name = output.substring("'name':".length(), output.indexOf(','));
        String method = function.contains("::") ? function : ResumeCommandsTest.class.getName() + "::" + function;
        return Cli.file(
                directory,
                id + ".json",
                "{'id':'" + id + "','checkpoint':{'every':'PT1H'}" + more + ","
                        + "'workflow':[['read','" + task + "'],['" + task + "'," + name + "]],"
                        + "'catalog':[{'name':'read','input':'lines'},"
                        + "{'name':'" + task + "','fn':'" + method + "','peers':1},"
                        + "{" + output + "}]}");
    }

    @SuppressWarnings("unchecked")
    private byte[] file() {
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("last", StateKind.VALUE, null),
                        new StateTables.Declaration("spent", StateKind.LONG_TOTAL, null)),
                codecs.keyGroups(),
                KeyType.OBJECT);
        tables.reset(0);
        tables.seekOnly();
        ((LongTotal) tables.handle("spent")).add(10);
        ((Value<Object>) tables.handle("last")).set(new Alert("a", 1));
        var writer = new StateFileWriter(tables, codecs, cell -> true);
        while (!writer.write(100)) {}
        var bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : writer.content()) {
            bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
        return bytes.toByteArray();
    }

    /** The same file as a program with another format would have written it. */
    private byte[] fileOfANewerProgram() {
        ByteBuffer file = ByteBuffer.wrap(file());
        int trailer = file.capacity() - StateFile.TRAILER;
        int footer = (int) file.getLong(trailer);
        file.put(footer, (byte) 6);
        file.putLong(trailer + Long.BYTES, StateFile.checksum(file.slice(footer, trailer - footer)));
        return file.array();
    }

    private void complete(long number, byte[] file) {
        complete(number, manifest(number, file), false);
    }

    private String manifest(long number, byte[] file, Manifest.Part... more) {
        var state = new StatePart(
                KeyGroupSet.ALL.toString(), List.of(), Base64.getEncoder().encodeToString(file), 0);
        var parts = new ArrayList<>(List.of(more));
        parts.add(new Manifest.Part(TaskName.of("check"), 0, null, false, null, state));
        return Manifest.write(store.documents(), CARDS, new Manifest(number, new TreeMap<>(), parts))
                .toCompletableFuture()
                .join();
    }

    /** The manifest of a checkpoint for which the output has prepared something. */
    private String manifestWithResults(long number) {
        return manifest(number, file(), new Manifest.Part(TaskName.of("out"), 0, null, false, "bundle-" + number));
    }

    private void complete(long number, String manifest, boolean last) {
        long fence = live(client.replica()).version();
        assertThat(client.append(new CompleteCheckpoint(CARDS, fence, number, manifest, last, SortedTable.empty()))
                        .change()
                        .happened())
                .isTrue();
    }

    /** What replace says, once the job has made a last checkpoint. */
    private Result replaced(String file, byte[] last, String... more) {
        return replaced(file, manifest(9, last), more);
    }

    private Result replaced(String file, String last, String... more) {
        return replaced(file, last, () -> {}, more);
    }

    /** @param meanwhile done before the job has made its last checkpoint */
    private Result replaced(String file, String last, Runnable meanwhile, String... more) {
        var all = new ArrayList<>(List.of("job", "replace", "cards", file));
        all.addAll(List.of(more));
        CompletableFuture<Result> result = CompletableFuture.supplyAsync(() -> run(all.toArray(String[]::new)));
        until(view -> view.replica().jobs().checkpoints(CARDS).stopping());
        meanwhile.run();
        complete(9, last, true);
        client.append(new SealOutput(CARDS, TaskName.of("out")));
        assertThat(result).succeedsWithin(LONG);
        return result.join();
    }

    @Test
    void planTellsWhatBecomesOfEachStateWhetherTheOtherJobHasEndedOrNot() {
        String same = file("same", "check", "check", "");
        assertThat(done("job", "plan", same, "--resume", "cards"))
                .contains("  state check/last is taken over as it is\n  state check/spent is taken over as it is\n");
        String other = file(
                "other",
                "spend",
                "spend",
                ",'resume':{'tasks':{'spend':'check'},'fresh':['spend/all'],'dropped':['check/last']}");
        done("job", "kill", "cards");
        assertThat(done("job", "plan", other, "--resume", "cards@1"))
                .containsSubsequence(
                        "  state spend/spent is taken over from check/spent as it is\n",
                        "  state spend/all begins empty\n",
                        "  state check/last is dropped\n");
        Field plan = Json.read(
                done("job", "plan", other, "--resume", "cards", "--json").getBytes(StandardCharsets.UTF_8));
        assertThat(plan.at("states").items().stream()
                        .map(each ->
                                each.at("task").text() + "/" + each.at("state").text() + " "
                                        + each.at("becomes").text()))
                .containsExactly("spend/spent taken-over", "spend/all fresh", "check/last dropped");
        assertThat(plan.at("states").items().get(0).at("from").text()).isEqualTo("check");
        assertThat(done("job", "submit", other, "--resume", "cards")).contains("job cards-2 is in the cluster");
    }

    @Test
    void planAndSubmitRefuseTheSameFaultsWithTheirPlaces() {
        done("job", "kill", "cards");
        String other = file("other", "check", "spend", ",'resume':{'dropped':['check/lst']}");
        Result plan = refused("job", "plan", other, "--resume", "cards");
        assertThat(plan.out())
                .contains(
                        "state check/spent is taken over as it is",
                        "state check/all is refused: checkpoint 1 of job cards does not have it",
                        "state check/last is refused: no task takes it over");
        Result submit = refused("job", "submit", other, "--resume", "cards");
        for (String err : List.of(plan.err(), submit.err())) {
            assertThat(err)
                    .contains(
                            "other.json:1:",
                            "resume.dropped[0]: checkpoint 1 of job cards has no state \"check/lst\"",
                            "did you mean check/last?",
                            "task check, fn: takes state all, which checkpoint 1 of job cards does not have",
                            "resume: state check/last of checkpoint 1 of job cards is taken over by no task");
        }
        assertThat(refused("job", "plan", other, "--resume", "cards", "--json").out())
                .contains("\"becomes\":\"refused\",\"details\":[\"no task takes it over\"]");
        for (String command : List.of("plan", "submit")) {
            assertThat(refused("job", command, other).err())
                    .contains("resume: says which state is taken over, but the job goes on from no other one");
        }
        assertThat(client.jobs()).hasSize(1);
    }

    @Test
    void whatIsNotKnownHereIsLeftToThePeersAndSaid() {
        done("job", "kill", "cards");
        String unknown = file("unknown", "check", "com.acme.Gone::check", "");
        assertThat(done("job", "plan", unknown, "--resume", "cards"))
                .contains("state check/last is taken over if the peers can read it; they check it when they load it,"
                        + " since here it is not known: there is no class com.acme.Gone");
        Result submitted = run("job", "submit", unknown, "--resume", "cards");
        assertThat(submitted.code()).isZero();
        assertThat(submitted.err()).contains("warning: state check/spent is taken over if the peers can read it");
    }

    @Test
    void checkpointThatCannotBeReadIsRefused() {
        complete(2, fileOfANewerProgram());
        complete(3, "missing", false);
        done("job", "kill", "cards");
        String same = file("same", "check", "check", "");
        assertThat(refused("job", "submit", same, "--resume", "cards@2").err())
                .contains(
                        "checkpoint 2 of job cards cannot be taken over",
                        "it has format 3, this program reads up to 2");
        assertThat(refused("job", "resume", "cards").err())
                .contains("checkpoint 3 of job cards cannot be taken over", "is not stored");
        assertThat(client.replica().replica().jobs().live().size()).isZero();
        assertThat(done("job", "resume", "cards@1")).contains("job cards goes on as job cards-2");
    }

    @Test
    void runningJobIsReplaced() {
        Result replaced = replaced(file("same", "check", "check", ""), file());
        assertThat(replaced.err()).isEmpty();
        assertThat(replaced.code()).isZero();
        assertThat(replaced.out())
                .containsPattern(
                        "job cards is stopped, and job cards-2 goes on from its last checkpoint since entry \\d+");
        assertThat(latest("cards-2")).isEqualTo(9);
    }

    private long latest(String job) {
        return client.replica().replica().jobs().checkpoints(JobId.of(job)).latestNumber();
    }

    @Test
    void replacementIsToldToPrograms() {
        Result replaced = replaced(file("unknown", "check", "com.acme.Gone::check", ""), file(), "--json");
        assertThat(replaced.code()).isZero();
        assertThat(replaced.err()).contains("warning: state check/spent is taken over if the peers can read it");
        assertThat(replaced.out())
                .contains("\"job\":\"cards-2\"", "\"verdict\":\"done\"", "\"replaces\":\"cards\"", "\"warnings\":[");
    }

    @Test
    void replacementThatIsRefusedBeforeLeavesTheJobAlone() {
        String other = file("other", "check", "spend", "");
        assertThat(refused("job", "replace", "cards", other).err())
                .contains("other.json:1:", "takes state all, which checkpoint 1 of job cards does not have");
        assertThat(refused("job", "replace", "nobody", other).err()).contains("nobody");
        assertThat(live(client.replica())).isNotNull();
        assertThat(client.replica().replica().jobs().checkpoints(CARDS).stopping())
                .isFalse();
        done("job", "kill", "cards");
        assertThat(refused("job", "replace", "cards", other).err())
                .contains("job cards has ended, so there is nothing to stop; job submit FILE --resume cards");
        done("job", "resume", "cards");
        assertThat(done("job", "replace", "--help")).contains("Example:", "job replace", "1   ", "--jar");
    }

    @Test
    void jobIsStoppedAndSaysSoWhenItsReplacementIsRefusedAfterwards() {
        Result replaced = replaced(file("same", "check", "check", ""), fileOfANewerProgram());
        assertThat(replaced.code()).isEqualTo(1);
        assertThat(replaced.err())
                .contains("job cards is stopped, but its replacement is refused: checkpoint 9 of job cards cannot be")
                .contains("it has format 3, this program reads up to 2")
                .endsWith("sardonyx job resume cards goes on with it as it was\n");
        assertThat(client.replica().replica().jobs().live().size()).isZero();
    }

    /** What an output had prepared before the job was killed is committed by that output or by nobody. */
    @Test
    void resultsThatNobodyWouldCommitAreNotLostInSilence() {
        complete(2, manifestWithResults(2), false);
        done("job", "kill", "cards");
        String otherName = file("other", "check", "check", "'name':'write','output':'stdout'", "");
        for (String command : List.of("plan", "submit")) {
            assertThat(refused("job", command, otherName, "--resume", "cards").err())
                    .contains("resume: checkpoint 2 of job cards counts results of output out as written that may not"
                            + " be committed yet, and this job has no such output; resume that job as it was");
        }
        String otherPlace = file("place", "check", "check", "'name':'out','output':{'plugin':'files','path':'x'}", "");
        assertThat(refused("job", "submit", otherPlace, "--resume", "cards").err())
                .contains("place.json:1:", "task out, output: checkpoint 2", "and it is declared otherwise now");
        assertThat(client.jobs()).hasSize(1);
        assertThat(done("job", "plan", otherName, "--resume", "cards@1")).contains("state check/last is taken over");
        String givenUp =
                file("given", "check", "check", "'name':'write','output':'stdout'", ",'resume':{'dropped':['out']}");
        assertThat(done("job", "submit", givenUp, "--resume", "cards")).contains("job cards-2 is in the cluster");
        client.kill(JobId.of("cards-2"), "test", null);
        assertThat(done("job", "resume", "cards-2"))
                .as("before its first checkpoint it goes on as it began")
                .contains("job cards-2 goes on as job cards-3");
    }

    @Test
    void resultsOfAJobThatIsStoppedAreCommittedSoThatItsOutputsMayChange() {
        complete(2, manifestWithResults(2), false);
        String other = file("other", "check", "check", "'name':'write','output':'stdout'", "");
        Result replaced = replaced(other, manifestWithResults(9));
        assertThat(replaced.err()).isEmpty();
        assertThat(replaced.code()).isZero();
        assertThat(latest("cards-2")).isEqualTo(9);
    }

    /** Both had checked, and had seen the same free id; what the other one submitted may even be the same. */
    @ParameterizedTest
    @ValueSource(strings = {",'name':'mine'", ",'name':'other'"})
    void replacementIsNotToldAsDoneWhenAnotherClientWasFaster(String name) {
        String mine = file("mine", "check", "check", "");
        String other = file("cards-2", "check", "check", name);
        Result replaced = replaced(mine, manifest(9, file()), () -> done("job", "submit", other));
        assertThat(replaced.code()).isEqualTo(1);
        assertThat(replaced.out()).isEmpty();
        assertThat(replaced.err())
                .contains("job cards is stopped, but not replaced: job cards-2 was submitted by somebody else")
                .doesNotContain("job resume");
        assertThat(client.jobs()).hasSize(2);
        assertThat(latest("cards-2")).isZero();
    }
}
