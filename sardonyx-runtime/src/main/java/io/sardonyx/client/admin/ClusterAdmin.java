package io.sardonyx.client.admin;

import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.PeerGc;
import io.sardonyx.content.BlobSweeper;
import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.content.StateBlobs;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.group.Pulse;
import io.sardonyx.job.Allocation;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import io.sardonyx.replay.SchedulingOutcome;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Maintenance of a cluster by an operator: health check, reporting dead groups, trimming the log. Blocks the caller.
 */
public final class ClusterAdmin {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Author of maintenance entries. */
    private static final GroupId SELF = GroupId.of("caretaker");

    private final AdminClient client;
    private final Store store;

    /** @param store that of the client; remains the caller's to close */
    public ClusterAdmin(AdminClient client, Store store) {
        this.client = client;
        this.store = store;
    }

    /** Checks invariants, leases and unplaced jobs without changing anything. */
    public ClusterHealth checkup() {
        ReplicaView view = client.founded();
        long origin = client.answer(log().origin().toCompletableFuture())
                .map(Origin::position)
                .orElse(-1L);
        Replica replica = view.replica();
        return new ClusterHealth(view, Invariants.violated(replica), dead(replica), waiting(replica), origin);
    }

    private Log log() {
        return store.log(LogScanner.LOG);
    }

    private List<GroupId> dead(Replica replica) {
        var counted = new ArrayList<>(replica.ring().members().keys().inOrder());
        counted.addAll(replica.ring().joining().keys());
        return counted.stream().filter(group -> !isAlive(group)).toList();
    }

    private boolean isAlive(GroupId group) {
        return client.answer(store.leases().isHeld(Pulse.nameOf(group)).toCompletableFuture());
    }

    /** Jobs that the plan leaves without peers; where a coordinator decides, the replica does not tell. */
    private static List<Why> waiting(Replica replica) {
        if (replica.cluster().allocation() == Allocation.COORDINATED) {
            return List.of();
        }
        return SchedulingOutcome.now(replica).why().stream()
                .filter(why -> why.subject() instanceof JobId job && holdsNobody(replica, job))
                .toList();
    }

    private static boolean holdsNobody(Replica replica, JobId job) {
        var run = replica.jobs().live().get(job);
        return run != null && run.demand().size() == 0;
    }

    /**
     * Checks every member's lease, after an entry that marks this in the log, and reports the dead as their watchers
     * would.
     */
    public List<GroupId> reportDead() {
        client.append(new PeerGc(SELF));
        List<GroupId> dead = dead(client.founded().replica());
        dead.forEach(group -> client.append(new GroupLeaveCluster(group)));
        return dead;
    }

    /**
     * Has ended jobs forgotten and the log trimmed: by the member with the lowest id, or here when there is no member.
     *
     * @return the position of the origin, empty when that member has not stored one in time
     */
    public OptionalLong gc(Duration atMost) {
        var members = client.founded().replica().ring().members().keys().inOrder();
        GroupId owner = members.isEmpty() ? SELF : members.get(0);
        Applied applied = client.append(new Gc(owner));
        if (members.isEmpty()) {
            var view = new ReplicaView(applied.change().after(), applied.position());
            client.answer(log().rebase(new Origin(view.position(), ReplicaFold.origin(view)))
                    .toCompletableFuture());
            sweep(view.replica(), atMost);
        }
        return originBehind(applied.position(), atMost);
    }

    /**
     * Deletes documents and blobs of jobs that the log names. Those of unknown jobs are left to members, which can
     * check them twice.
     */
    private void sweep(Replica replica, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        try (var blobs = new StateBlobs(store)) {
            var leftovers = new DocumentSweeper(store.documents(), job -> {}, new BlobSweeper(blobs));
            DocumentSweeper.Next next = DocumentSweeper.Next.MORE;
            while (next == DocumentSweeper.Next.MORE && System.nanoTime() - deadline < 0) {
                next = client.answer(leftovers.step(replica, System.nanoTime()).toCompletableFuture());
            }
        }
    }

    private OptionalLong originBehind(long position, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() - deadline < 0) {
            var origin = client.answer(log().origin().toCompletableFuture());
            if (origin.isPresent() && origin.get().position() >= position) {
                return OptionalLong.of(origin.get().position());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return OptionalLong.empty();
    }
}
