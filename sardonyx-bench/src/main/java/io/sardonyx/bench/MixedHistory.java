package io.sardonyx.bench;

import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Step;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A long life of a cluster, from a seed: of its entries 40 % belong to joins, 20 % are leaves, 20 % add a peer, 10 %
 * submit a job and 10 % kill or complete one, so that the numbers stay about the same. Without jobs the rest keeps its
 * proportions.
 */
final class MixedHistory {

    static final Size LARGE = new Size(1_000, 4_000, 20);
    private static final GroupId CLIENT = GroupId.of("client");

    private final Size size;
    private final RandomGenerator random;
    private final List<Entry<Replica>> entries = new ArrayList<>();
    private final Map<GroupId, Long> sequences = new HashMap<>();
    private Replica replica = Replica.EMPTY;

    private MixedHistory(long seed, Size size) {
        this.size = size;
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** How much there is of each when it is grown; later a large cluster stays about there, a small one wanders. */
    record Size(int groups, int peers, int jobs) {}

    /** How the cluster came to its full size, what it is then, what happens to it, and what it is in the end. */
    record Life(List<Entry<Replica>> growth, Replica grown, List<Entry<Replica>> entries, Replica last) {}

    static Life of(long seed, int length) {
        return of(seed, length, LARGE);
    }

    static Life of(long seed, int length, Size size) {
        var history = new MixedHistory(seed, size);
        history.grow();
        Replica grown = history.replica;
        int start = history.entries.size();
        while (history.entries.size() - start < length) {
            history.live();
        }
        return new Life(
                List.copyOf(history.entries.subList(0, start)),
                grown,
                List.copyOf(history.entries.subList(start, history.entries.size())),
                history.replica);
    }

    private void grow() {
        for (int g = 0; g < size.groups; g++) {
            join();
        }
        for (int p = 0; p < size.peers; p++) {
            addPeer();
        }
        for (int j = 0; j < size.jobs; j++) {
            submit();
        }
    }

    /** A join takes three entries, so a third as many joins as their entries. */
    private void live() {
        if (replica.ring().members().size() <= size.groups / 2) {
            join();
            return;
        }
        int dice = random.nextInt(size.jobs == 0 ? 533 : 733);
        if (dice < 133) {
            join();
        } else if (dice < 333) {
            leave();
        } else if (dice < 533) {
            addPeer();
        } else if (replica.jobs().live().size() < size.jobs) {
            submit();
        } else {
            end();
        }
    }

    private void append(GroupId author, Step<Replica> step) {
        long sequence = sequences.merge(author, 1L, Long::sum);
        var entry = new Entry<>(entries.size(), author, sequence, step);
        replica = replica.change(entry).after();
        entries.add(entry);
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private void join() {
        var joiner = GroupId.of(uuid().toString());
        append(joiner, new PrepareJoinCluster(joiner));
        Joining joining = replica.ring().joining().get(joiner);
        if (joining != null) {
            append(joining.observer(), new NotifyJoinCluster(joiner));
            append(joiner, AcceptJoinCluster.of(replica.ring(), joiner, joining.observer()));
        }
    }

    /**
     * Two of three who leave are groups, small ones if peers are few, the others single peers: the cluster keeps its
     * size.
     */
    private void leave() {
        if (random.nextInt(3) > 0) {
            GroupId leaver = anyGroup();
            int most = replica.peers().present().size() < size.peers ? 0 : 4;
            for (int i = 0; i < 20 && replica.peers().of(leaver).size() > most; i++) {
                leaver = anyGroup();
            }
            append(anyGroup(), new GroupLeaveCluster(leaver));
        } else {
            var peers = replica.peers().present().values();
            var peer = peers.get(random.nextInt(peers.size()));
            append(peer.group(), new LeaveCluster(peer.id()));
        }
    }

    private GroupId anyGroup() {
        var groups = replica.ring().members().keys();
        return groups.get(random.nextInt(groups.size()));
    }

    private void addPeer() {
        GroupId group = anyGroup();
        var site = new Site("host-" + Math.floorMod(group.hashCode(), size.groups));
        append(group, new AddVirtualPeer(PeerId.of(uuid().toString()), group, site, Tags.NONE));
    }

    private void submit() {
        append(CLIENT, new SubmitJob(job(JobId.of(uuid().toString()), 5)));
    }

    static Outline job(JobId id, int tasks) {
        var list = new ArrayList<Task>();
        for (int t = 0; t < tasks; t++) {
            list.add(Task.named(TaskName.of("task-" + t)));
        }
        return new Outline(
                id, list, TaskScheduler.BALANCED, Percentage.ZERO, Bounds.UNBOUNDED, Delivery.DIRECT, true, "", 0);
    }

    private void end() {
        var live = replica.jobs().live().keys();
        JobId job = live.get(random.nextInt(live.size()));
        append(
                CLIENT,
                random.nextBoolean()
                        ? new KillJob(job, new Cause("no longer wanted", null, null))
                        : new CompleteJob(job));
    }
}
