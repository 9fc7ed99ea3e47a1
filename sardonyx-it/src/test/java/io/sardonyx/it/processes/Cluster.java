package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Real processes of the program around one store. */
final class Cluster implements AutoCloseable {

    private final String address;
    private final Path outputs;
    private final String wire;
    private final List<Member> members = new ArrayList<>();

    /** What the log folds into, by position. */
    private final Map<Long, String> truth = new TreeMap<>();

    private final Store store;

    Cluster(String address, Path outputs) {
        this(address, outputs, "tcp");
    }

    /** With another wire between them. */
    Cluster(String address, Path outputs, String wire) {
        this.address = address;
        this.outputs = outputs;
        this.wire = wire;
        this.store = Stores.open(address);
    }

    /** Starts a process with two peers. */
    Member start() throws IOException {
        Path output = outputs.resolve("process-" + members.size() + ".txt");
        String bind = wire + "://127.0.0.1:0";
        var member =
                Program.start(output, "peers", "start", "--store", address, "--bind", bind, "--peers", "2", "--hashes");
        members.add(member);
        return member;
    }

    /** Starts as many, and waits for their ring and until each knows that it is in it. */
    List<Member> startRing(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            start();
        }
        awaitRingOf(count);
        Waiting.until(
                "all to know it", () -> members.stream().allMatch(it -> it.id().isPresent()));
        return List.copyOf(members);
    }

    List<Member> living() {
        return members.stream().filter(Member::isAlive).toList();
    }

    Store store() {
        return store;
    }

    /** The replica at the end of the log, read as any process does. */
    ReplicaView read() {
        try {
            return LogScanner.read(store, Long.MAX_VALUE, Member.PATIENCE, (entry, change) -> {
                var view = new ReplicaView(change.after(), entry.position());
                truth.computeIfAbsent(entry.position(), position -> ReplicaHash.of(view));
            });
        } catch (TimeoutException e) {
            throw new AssertionError("the store does not answer", e);
        }
    }

    /** The replica as soon as it is as wished for. */
    ReplicaView await(String wish, Predicate<Replica> wished) {
        ReplicaView[] last = {ReplicaView.EMPTY};
        try {
            Waiting.until(wish, () -> {
                last[0] = read();
                return wished.test(last[0].replica());
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + last[0].replica() + "\n" + said(), e);
        }
        return last[0];
    }

    /** A ring of so many members, each with its two peers, and nobody on the way in. */
    ReplicaView awaitRingOf(int members) {
        return await("a ring of " + members, replica -> isRingOf(members, replica));
    }

    /** The same, but it has grown whole without some. */
    ReplicaView awaitRingOf(int members, List<GroupId> without) {
        return await(
                "a ring of " + members + " without " + without,
                replica -> isRingOf(members, replica) && without.stream().noneMatch(replica.ring()::isMember));
    }

    private static boolean isRingOf(int members, Replica replica) {
        return replica.ring().members().size() == members
                && replica.ring().joining().isEmpty()
                && replica.peers().present().size() == 2 * members;
    }

    /** Nothing in the log contradicts itself, and every living process holds, and has held, what the log says. */
    void assertAllHoldTheSame() {
        ReplicaView view = read();
        assertThat(Invariants.violated(view.replica())).isEmpty();
        for (Member member : living()) {
            Waiting.until(
                    "the hash of entry " + view.position() + " in: " + member.said(),
                    () -> member.hashes().containsKey(view.position()));
            assertThat(truth).containsAllEntriesOf(member.hashes());
        }
    }

    private String said() {
        return members.stream().map(Member::said).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        members.forEach(Member::strike);
        store.close();
    }
}
