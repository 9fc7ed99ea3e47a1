package io.sardonyx.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.SetStateStorage;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StateBlobs;
import io.sardonyx.content.StateFiles;
import io.sardonyx.content.StatePart;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Run;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.store.Stores;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateFileWriter;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateTables;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
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

/** The command {@code job state}, of a job whose two checkpoints are in the manifest and in a file. */
class JobStateCommandTest {

    private static final String ADDRESS = "memory:job-state";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final JobId JOB = JobId.of("cards");
    private static final TaskName TASK = TaskName.of("check");

    record Alert(String card, long cents) {}

    @TempDir
    private Path directory;

    private final Codecs codecs = Codecs.forTypes(List.of(Alert.class));
    private final Store store = Stores.open(ADDRESS);
    private final AdminClient client = AdminClient.over(store);
    private LoopThread<PeerGroup> process;

    @BeforeEach
    void submit() {
        var parameters = new ClusterParameters(
                "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        var group = new PeerGroup(store, GroupSettings.of(parameters, 4), RandomGenerator.getDefault());
        process = new LoopThread<>("tested", group, it -> {});
        until(view -> view.replica().peers().present().size() == 4);
        assertThat(run(
                                "job",
                                "submit",
                                Cli.file(
                                        directory,
                                        "cards.json",
                                        "{'id':'cards','checkpoint':{'every':'PT1H'},"
                                                + "'workflow':[['read','check'],['check','out']],"
                                                + "'catalog':[{'name':'read','input':'lines'},"
                                                + "{'name':'check','fn':'a.Cards::check'},"
                                                + "{'name':'out','output':'stdout'}]}"))
                        .err())
                .isEmpty();
        until(view -> live(view) != null && live(view).version() > 0);
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        process.close();
        assertThat(process.await(LONG)).isTrue();
        store.close();
    }

    private static Run live(ReplicaView view) {
        return view.replica().jobs().live().get(JOB);
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

    @SuppressWarnings("unchecked")
    private byte[] file(int keys) {
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("last", StateKind.VALUE, null),
                        new StateTables.Declaration("spent", StateKind.LONG_TOTAL, null)),
                codecs.keyGroups(),
                KeyType.OBJECT);
        tables.reset(0);
        for (int i = 0; i < keys; i++) {
            tables.seek("card-" + i);
            ((LongTotal) tables.handle("spent")).add(10 + i);
            if (i > 0) {
                ((Value<Object>) tables.handle("last")).set(new Alert("a\nb", i));
            }
        }
        var writer = new StateFileWriter(tables, codecs, cell -> true);
        while (!writer.write(100)) {}
        var bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : writer.content()) {
            bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
        return bytes.toByteArray();
    }

    private void complete(long number, StatePart state) {
        var part = new Manifest.Part(TASK, 0, null, false, null, state);
        String hash = Manifest.write(store.documents(), JOB, new Manifest(number, new TreeMap<>(), List.of(part)))
                .toCompletableFuture()
                .join();
        long fence = live(client.replica()).version();
        assertThat(client.append(new CompleteCheckpoint(JOB, fence, number, hash, false, SortedTable.empty()))
                        .change()
                        .happened())
                .isTrue();
    }

    private static StatePart inline(byte[] file) {
        return new StatePart(
                KeyGroupSet.ALL.toString(), List.of(), Base64.getEncoder().encodeToString(file), 0);
    }

    private void completeBoth() {
        complete(1, inline(file(2)));
        byte[] file = file(3);
        String name = StateFiles.name(JOB, TASK, 2, 1, 0);
        blobs().write(name, List.of(ByteBuffer.wrap(file)))
                .toCompletableFuture()
                .join();
        complete(2, new StatePart(KeyGroupSet.ALL.toString(), List.of(new StatePart.File(name, file.length)), null, 0));
    }

    private Blobs blobs() {
        return new StateBlobs(store).of(client.replica().replica().cluster()).orElseThrow();
    }

    @Test
    void keysAreShownWithAllTheirStatesOfTheLatestOrAnotherCheckpoint() {
        completeBoth();
        assertThat(done("job", "state", "cards", "check").lines())
                .containsExactlyInAnyOrder(
                        "card-0  spent {\"count\":1,\"sum\":10,\"min\":10,\"max\":10}",
                        "card-1  last {\"card\":\"a\\nb\",\"cents\":1}"
                                + "  spent {\"count\":1,\"sum\":11,\"min\":11,\"max\":11}",
                        "card-2  last {\"card\":\"a\\nb\",\"cents\":2}"
                                + "  spent {\"count\":1,\"sum\":12,\"min\":12,\"max\":12}");
        assertThat(done("job", "state", "cards", "check", "--checkpoint", "1")).hasLineCount(2);
        long first = client.checkpoints(JOB).get(0).position();
        assertThat(done("job", "state", "cards", "check", "--at", "" + first)).hasLineCount(2);
        assertThat(done("job", "state", "cards", "check", "--state", "last")).hasLineCount(2);
        client.keepCheckpoint(JOB, "before", 1);
        assertThat(done("job", "state", "cards", "check", "--checkpoint", "before"))
                .hasLineCount(2);
    }

    @Test
    void deadJobTellsItsStateToo() {
        completeBoth();
        client.kill(JOB, "test", null);
        assertThat(done("job", "state", "cards", "check", "card-2", "--state", "last", "--json"))
                .isEqualTo("{\"key\":\"card-2\",\"states\":{\"last\":{\"card\":\"a\\nb\",\"cents\":2}}}\n");
    }

    @Test
    void keysAndBytesAreCountedForEachState() {
        completeBoth();
        assertThat(done("job", "state", "cards", "check", "--count").lines())
                .containsExactly("last 2 keys", "spent 3 keys");
        assertThat(done("job", "state", "cards", "check", "--count", "--json"))
                .isEqualTo("{\"checkpoint\":2,\"keys\":{\"last\":2,\"spent\":3}}\n");
        assertThat(done("job", "state", "cards", "check", "--bytes", "--state", "spent")
                        .lines())
                .singleElement()
                .asString()
                .matches("spent [1-9][0-9]* bytes");
    }

    private static void refused(int code, String why, String... args) {
        Result result = run(args);
        assertThat(result.err()).contains(why).hasLineCount(1);
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void whatIsNotThereIsSaidWithWhatIs() {
        refused(2, "job cards has no checkpoint", "job", "state", "cards", "check");
        completeBoth();
        refused(2, "it has [1, 2]", "job", "state", "cards", "check", "--checkpoint", "7");
        refused(2, "those that have are [check]", "job", "state", "cards", "read");
        refused(2, "it has [last, spent]", "job", "state", "cards", "check", "--state", "lost");
        refused(2, "keeps nothing for key card-9", "job", "state", "cards", "check", "card-9");
        refused(2, "one of KEY, --count and --bytes", "job", "state", "cards", "check", "card-9", "--count");
    }

    @Test
    void missingOrDamagedFileIsNamedWithItsJob() {
        completeBoth();
        String name = StateFiles.name(JOB, TASK, 2, 1, 0);
        blobs().delete(name).toCompletableFuture().join();
        String where = "the state of task check of job cards at checkpoint 2 cannot be read: state file " + name;
        refused(1, where + ": it is missing", "job", "state", "cards", "check");
        byte[] damaged = file(2);
        damaged[12] ^= 1;
        complete(3, inline(damaged));
        Result result = run("job", "state", "cards", "check");
        assertThat(result.err()).contains("of job cards").contains("in the manifest: the checksum of the chunk");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void storageThatCannotBeUsedIsTold() throws IOException {
        completeBoth();
        Path file = Files.writeString(directory.resolve("file"), "");
        client.append(new SetStateStorage("file:" + file));
        String name = StateFiles.name(JOB, TASK, 2, 1, 0);
        refused(
                3,
                "state file " + name + " cannot be read: " + file + ": not a directory",
                "job",
                "state",
                "cards",
                "check");
        String same = Cli.file(
                directory,
                "same.json",
                "{'id':'same','checkpoint':{'every':'PT1H'},'workflow':[['read','check'],['check','out']],"
                        + "'catalog':[{'name':'read','input':'lines'},{'name':'check','fn':'com.acme.Gone::check'},"
                        + "{'name':'out','output':'stdout'}]}");
        refused(3, "cannot be read: " + file + ": not a directory", "job", "plan", same, "--resume", "cards");
    }

    @Test
    void storageThatIsOfNoKnownKindIsBadInput() {
        completeBoth();
        client.append(new SetStateStorage("s4://bucket"));
        refused(
                2,
                "this program cannot open where the cluster stores state: no store of blobs is known for 's4:'",
                "job",
                "state",
                "cards",
                "check");
    }
}
