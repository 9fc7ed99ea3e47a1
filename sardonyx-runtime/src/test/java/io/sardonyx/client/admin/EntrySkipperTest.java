package io.sardonyx.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReadPositions;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.group.Pulse;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Provenance;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntrySkipperTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final Log log = store.log(LogScanner.LOG);

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static byte[] entry(String joiner) {
        return EntryCodec.encode(GroupId.of("author-of-" + joiner), 1, new PrepareJoinCluster(GroupId.of(joiner)));
    }

    private static byte[] damaged(String joiner) {
        byte[] entry = entry(joiner);
        entry[entry.length / 2] ^= 1;
        return entry;
    }

    private static EntrySkipper.Verdict skip(Store of, long position) {
        return new EntrySkipper(of, LONG).skip(position, "me", Duration.ZERO);
    }

    private static ReplicaView read(Store of) throws TimeoutException {
        return LogScanner.read(of, Long.MAX_VALUE, LONG, (entry, change) -> {});
    }

    @Test
    void everybodyGoesOnBehindASkippedEntryAndComesToTheSame() throws TimeoutException {
        done(log.append(List.of(entry("a"), damaged("b"), entry("c"))));
        assertThatThrownBy(() -> read(store)).hasMessageContaining("position 1: ");
        try (AdminClient stuck = AdminClient.over(store, LONG)) {
            assertThatThrownBy(stuck::replica).hasMessageContaining("position 1: ");
        }
        assertThat(skip(store, 1).skip()).isNotNull();
        assertThat(skip(store, 1).skip().by()).as("again").isEqualTo("me");
        try (AdminClient client = AdminClient.over(store, LONG)) {
            assertThat(client.replica().position()).isEqualTo(2);
            assertThat(ReplicaHash.of(client.replica())).isEqualTo(ReplicaHash.of(read(store)));
        }
        assertThat(read(store).replica().ring().knows(GroupId.of("b"))).isFalse();
    }

    @Test
    void whatCanBeReadOrIsOfANewerProgramOrIsNotThereIsNotSkipped() {
        byte[] newer = new String(entry("b"), StandardCharsets.UTF_8)
                .replace("\"format\":1", "\"format\":99")
                .getBytes(StandardCharsets.UTF_8);
        done(log.append(List.of(entry("a"), newer)));
        assertThatThrownBy(() -> skip(store, 0)).isInstanceOf(BadInput.class).hasMessageContaining("can be read");
        assertThatThrownBy(() -> skip(store, 1))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("is not damaged, and a newer program may understand it");
        assertThatThrownBy(() -> skip(store, 2))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("there is no entry 2 yet");
        assertThat(done(store.documents().names(""))).isEmpty();
    }

    @Test
    void whatALivingMemberHasReadIsNotSkipped() {
        done(log.append(List.of(entry("a"), damaged("b"))));
        GroupId member = GroupId.of("m");
        try (Lease pulse = done(store.leases().claim(Pulse.nameOf(member), "m")).orElseThrow()) {
            var writer = new ReadPositions.Writer(member, store.documents());
            writer.turn(0, 1, -1);
            assertThat(done(new ReadPositions(store.documents()).all())).containsEntry(member, 1L);
            assertThat(skip(store, 1).skip()).isNull();
            assertThat(skip(store, 1).refusal()).contains("member m has read entries up to 1");
            assertThat(pulse.standing()).isEqualTo(Lease.Standing.HELD);
        }
        assertThat(skip(store, 1).skip())
                .as("a dead one takes what it knew with it")
                .isNotNull();
    }

    private static final ClusterParameters COORDINATED = new ClusterParameters(
            "tested", Allocation.COORDINATED, JobScheduler.BALANCED, 10, "here", ClusterParameters.FORMAT);

    private static byte[] event(String peer) {
        return EventCodec.encode(GroupId.of("author"), new Born(PeerId.of(peer)), Provenance.UNSAID);
    }

    private EntrySkipper.Verdict skipEvent(long position) {
        return EntrySkipper.ofCoordinator(store, COORDINATED, LONG).skip(position, "me", Duration.ZERO);
    }

    private Roster roster() throws TimeoutException {
        return LogScanner.ofCoordinator(store, COORDINATED)
                .read(Long.MAX_VALUE, LONG, (entry, change) -> {})
                .state();
    }

    @Test
    void everybodyGoesOnBehindASkippedEventOfTheCoordinator() throws TimeoutException {
        byte[] broken = event("q");
        broken[broken.length / 2] ^= 1;
        done(store.log(RosterFold.log(COORDINATED)).append(List.of(event("p"), broken, event("r"))));
        assertThatThrownBy(this::roster).hasMessageContaining("position 1: ");
        assertThatThrownBy(() -> skipEvent(0)).isInstanceOf(BadInput.class).hasMessageContaining("can be read");
        assertThat(skipEvent(1).skip()).isNotNull();
        assertThat(roster().peers().keys()).containsExactly(PeerId.of("p"), PeerId.of("r"));
        assertThat(done(store.documents().names("skipped-entries/")))
                .as("nobody takes it for a decision about the cluster's log")
                .containsExactly("skipped-entries/coordinator-here/1");
    }

    @Test
    void whatALivingMemberOrCoordinatorHasReadOfTheEventsIsNotSkipped() {
        byte[] broken = event("p");
        broken[broken.length / 2] ^= 1;
        done(store.log(RosterFold.log(COORDINATED)).append(List.of(broken)));
        GroupId member = GroupId.of("m");
        var writer = new ReadPositions.Writer(member, store.documents());
        Lease pulse = done(store.leases().claim(Pulse.nameOf(member), "m")).orElseThrow();
        writer.turn(0, 7, -1);
        writer.turn(ReadPositions.EVERY.toNanos(), 7, 0);
        assertThat(done(new ReadPositions(store.documents()).ofEvents())).containsEntry(member, 0L);
        assertThat(skipEvent(0).refusal()).contains("member m has read entries up to 0");
        pulse.close();
        String document = "{'id':'c','leads':false,'since':'','host':'','position':0}".replace('\'', '"');
        done(store.documents().write("coordinators/c", document.getBytes(StandardCharsets.UTF_8), Documents.ABSENT));
        Lease running = done(store.leases().claim("coordinators/c", "c")).orElseThrow();
        assertThat(skipEvent(0).refusal()).contains("c has read entries up to 0");
        running.close();
        assertThat(skipEvent(0).skip()).isNotNull();
    }

    @Test
    void whatIsBehindAnOriginIsNotSkipped() throws TimeoutException {
        done(log.append(List.of(entry("a"), entry("b"))));
        done(log.rebase(new Origin(1, ReplicaFold.origin(read(store)))));
        assertThatThrownBy(() -> skip(store, 1))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("behind the log's origin");
    }

    @Test
    void entryWhoseFileIsDamagedIsSkippedWhereverTheDamageIs(@TempDir Path directory)
            throws IOException, TimeoutException {
        String address = "file:" + directory.resolve("store");
        try (Store files = Stores.open(address)) {
            done(files.log(LogScanner.LOG).append(List.of(entry("a"), entry("b"), entry("c"))));
        }
        Path segment = directory.resolve("store/logs/log/0000000000000000000.log");
        byte[] whole = Files.readAllBytes(segment);
        int second = 12 + entry("a").length;
        for (int at : List.of(second + 1, second + 5, second + 9, second + 30)) {
            byte[] broken = whole.clone();
            broken[at] ^= 4;
            Files.write(segment, broken);
            try (Store files = Stores.open(address)) {
                assertThatThrownBy(() -> read(files)).isInstanceOf(DamagedEntry.class);
                assertThat(skip(files, 1).skip()).isNotNull();
                assertThat(read(files).position()).isEqualTo(2);
                done(files.documents()
                        .delete(
                                "skipped-entries/1",
                                done(files.documents().read(List.of("skipped-entries/1")))
                                        .get(0)
                                        .version()));
            }
        }
    }
}
