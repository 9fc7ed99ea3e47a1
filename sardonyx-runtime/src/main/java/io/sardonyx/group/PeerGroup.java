package io.sardonyx.group;

import io.sardonyx.command.Command;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.follow.SkippedEntries;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.MemberTurn;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A group: the control loop of a process and its virtual peers, with one store session and one reader of the log for
 * all peers.
 *
 * <p>It never blocks; its owner calls {@link #turn} on one thread, and all other methods but {@link #state} belong to
 * that thread too. When the cluster has declared it dead, or its session is lost, it rejoins as a new
 * {@link Incarnation} with new ids. Only {@link #leave}, {@link #close} or a cluster it is not configured for end it.
 */
public final class PeerGroup implements Loop {

    private final Store store;
    private final GroupSettings settings;
    private final PeerEngine.Factory engines;
    private final RandomGenerator random;
    /** Delay before a new incarnation. */
    private final BackOff restartBackOff;

    private final Follower<Replica> follower;
    private final DivergenceDetector divergence;
    private final Follower.Fold<Roster> events;
    private final StoreOutage outage = new StoreOutage();
    private Incarnation incarnation;
    private final Deadline nextIncarnation = new Deadline();
    private @Nullable String formerEnd;
    private @Nullable String end;
    private boolean leaving;
    /** Written at the end of each turn by the group's thread, read by any. */
    private volatile GroupState state;

    /** A group whose peers run no tasks. */
    public PeerGroup(Store store, GroupSettings settings, RandomGenerator random) {
        this(store, settings, PeerEngine.NONE, random);
    }

    /** A group whose peers run tasks in the given engines. */
    public PeerGroup(Store store, GroupSettings settings, PeerEngine.Factory engines, RandomGenerator random) {
        this(store, settings, engines, new ReplicaFold(), random);
    }

    /** With another fold, such as a {@link io.sardonyx.follow.SharedFold} for all groups of a JVM. */
    public PeerGroup(
            Store store,
            GroupSettings settings,
            PeerEngine.Factory engines,
            Follower.Fold<Replica> fold,
            RandomGenerator random) {
        this(store, settings, engines, fold, new RosterFold(), random);
    }

    /** With another fold of the coordinator's log, too, to see that a fault in it is found. */
    public PeerGroup(
            Store store,
            GroupSettings settings,
            PeerEngine.Factory engines,
            Follower.Fold<Replica> fold,
            Follower.Fold<Roster> events,
            RandomGenerator random) {
        this.events = events;
        this.store = store;
        this.settings = settings;
        this.engines = engines;
        this.random = random;
        this.restartBackOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10), random);
        this.follower = new Follower<>(
                        store.log(LogScanner.LOG),
                        fold,
                        new Passing(),
                        Incarnation.backOff(settings, random),
                        settings.poll().toNanos())
                .skipping(new SkippedEntries(store));
        this.divergence = new DivergenceDetector(store.log(LogScanner.LOG), fold);
        this.incarnation = newIncarnation();
        this.state = look();
    }

    private Incarnation newIncarnation() {
        var peers = new ArrayList<PeerId>();
        for (int i = 0; i < settings.peers(); i++) {
            peers.add(PeerId.of(uuid()));
        }
        var names = new Incarnation.Names(GroupId.of(uuid()), peers);
        return new Incarnation(
                store,
                new Incarnation.Reading(follower, divergence, events, outage),
                settings,
                names,
                engines.create(names.group(), store),
                random);
    }

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** Does pending work without blocking; returns whether there was any. */
    @Override
    public boolean turn(long nowNanos) {
        boolean worked = end == null && goOn(nowNanos);
        state = look();
        return worked;
    }

    private boolean goOn(long nowNanos) {
        String over = incarnation.end();
        if (over == null) {
            return live(nowNanos);
        }
        if (leaving || incarnation.isIncompatible()) {
            end = over;
        } else if (nextIncarnation.isDue(nowNanos)) {
            if (divergence.verdict() == DivergenceDetector.Verdict.OWN_MEMORY) {
                divergence.forget();
                follower.startAnew();
            }
            follower.doubt();
            formerEnd = over;
            incarnation = newIncarnation();
            return true;
        }
        return false;
    }

    private boolean live(long nowNanos) {
        boolean worked = incarnation.turn(nowNanos);
        if (incarnation.end() != null) {
            incarnation.close();
            nextIncarnation.set(nowNanos + restartBackOff.nextNanos());
        } else if (incarnation.isSettled()) {
            restartBackOff.succeeded();
        }
        return worked;
    }

    private GroupState look() {
        Lease.Standing session = end == null ? incarnation.session() : Lease.Standing.LOST;
        return new GroupState(
                incarnation.id(), follower.state(), follower.position(), incarnation.unsaid(), session, end);
    }

    /** Snapshot after its last turn; may be called from any thread. */
    public GroupState state() {
        return state;
    }

    /** Itself as observers of its turns see it. */
    public MemberTurn view() {
        return new GroupTurn(this);
    }

    /** Begins a graceful leave; {@link #isOver} turns true when the leave entry was read back. */
    public void leave() {
        leaving = true;
        incarnation.leave();
    }

    /** Appends a command once this group is a member; lost if the current incarnation ends before. */
    public void append(Command command) {
        incarnation.queue(command);
    }

    /** The id of the current incarnation. */
    public GroupId id() {
        return incarnation.id();
    }

    /** Why the previous incarnation ended, or null in the first. */
    public @Nullable String formerEnd() {
        return formerEnd;
    }

    public Replica replica() {
        return follower.state();
    }

    public long position() {
        return follower.position();
    }

    public Duties duties() {
        return incarnation.duties();
    }

    /** Whether it is a member, has read the whole log and has no command unsent or unconfirmed. */
    public boolean isSettled() {
        return end == null && incarnation.isSettled();
    }

    @Override
    public boolean isOver() {
        return end != null;
    }

    /** Why it takes no more part, or null while it does. */
    public @Nullable String end() {
        return end;
    }

    @Override
    public void close() {
        if (end == null) {
            end = "it was closed";
            incarnation.close();
        }
        state = look();
        follower.close();
    }

    /** Passes entries to the incarnation that is current when they are read. */
    private final class Passing implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            divergence.read(entry, change);
            incarnation.read(entry, change);
        }

        @Override
        public void restarted(Replica state, long position) {
            divergence.forget();
            incarnation.restarted();
        }
    }

    /** View of a group after a turn, for observers. */
    private record GroupTurn(PeerGroup group) implements MemberTurn {

        @Override
        public GroupId id() {
            return group.id();
        }

        @Override
        public long position() {
            return group.position();
        }

        @Override
        public boolean isMember() {
            return group.replica().ring().isMember(group.id());
        }

        @Override
        public boolean isSettled() {
            return group.isSettled();
        }

        @Override
        public List<Assignment> work() {
            return group.duties().work().stream().map(Work::assignment).toList();
        }

        @Override
        public List<GroupId> watches() {
            return List.copyOf(group.duties().watches());
        }

        @Override
        public @Nullable String formerEnd() {
            return group.formerEnd();
        }

        @Override
        public String replicaHash() {
            return ReplicaHash.of(new ReplicaView(group.replica(), group.position()));
        }
    }
}
