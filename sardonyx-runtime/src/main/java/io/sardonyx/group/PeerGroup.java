package io.sardonyx.group;

import io.sardonyx.command.Command;
import io.sardonyx.duty.Duties;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.SkippedEntries;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process and its virtual peers as part of a cluster: one connection, one reader of the log, however many peers.
 *
 * <p>Its owner gives it turns, all on one thread. When the cluster holds it for gone, or its session is lost, it comes
 * back under new ids; only a difference in what the cluster is, or an own wish to leave, ends it.
 */
public final class PeerGroup implements Loop {

    private final Store store;
    private final GroupSettings settings;
    private final PeerEngine.Hiring hiring;
    private final RandomGenerator random;
    private final BackOff birth;
    private final Follower<Replica> follower;
    private final DivergenceDetector divergence;
    private Incarnation life;
    private final Deadline nextBirth = new Deadline();
    private @Nullable String formerEnd;
    private @Nullable String end;
    private boolean leaving;
    private volatile GroupState state;

    public PeerGroup(Store store, GroupSettings settings, RandomGenerator random) {
        this(store, settings, PeerEngine.NOBODY, random);
    }

    /** A group that works. */
    public PeerGroup(Store store, GroupSettings settings, PeerEngine.Hiring hiring, RandomGenerator random) {
        this(store, settings, hiring, new ReplicaFold(), random);
    }

    /** With another way to fold, such as one that a thousand simulated groups share. */
    public PeerGroup(
            Store store,
            GroupSettings settings,
            PeerEngine.Hiring hiring,
            Follower.Fold<Replica> fold,
            RandomGenerator random) {
        this.store = store;
        this.settings = settings;
        this.hiring = hiring;
        this.random = random;
        this.birth = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10), random);
        this.follower = new Follower<>(
                        store.log(LogScanner.LOG),
                        fold,
                        new Passing(),
                        Incarnation.backOff(settings, random),
                        settings.poll().toNanos())
                .skipping(new SkippedEntries(store));
        this.divergence = new DivergenceDetector(store.log(LogScanner.LOG), fold);
        this.life = born();
        this.state = look();
    }

    private Incarnation born() {
        var peers = new ArrayList<PeerId>();
        for (int i = 0; i < settings.peers(); i++) {
            peers.add(PeerId.of(uuid()));
        }
        var names = new Incarnation.Names(GroupId.of(uuid()), peers);
        return new Incarnation(
                store,
                new Incarnation.Reading(follower, divergence),
                settings,
                names,
                hiring.hire(names.group(), store),
                random);
    }

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** Does what is to be done now, without waiting for anything; whether there was something. */
    @Override
    public boolean turn(long nowNanos) {
        boolean worked = end == null && goOn(nowNanos);
        state = look();
        return worked;
    }

    private boolean goOn(long nowNanos) {
        String over = life.end();
        if (over == null) {
            return live(nowNanos);
        }
        if (leaving || life.isMisfit()) {
            end = over;
        } else if (nextBirth.isDue(nowNanos)) {
            if (divergence.verdict() == DivergenceDetector.Verdict.OWN_MEMORY) {
                divergence.forget();
                follower.startAnew();
            }
            follower.doubt();
            formerEnd = over;
            life = born();
            return true;
        }
        return false;
    }

    private boolean live(long nowNanos) {
        boolean worked = life.turn(nowNanos);
        if (life.end() != null) {
            life.close();
            nextBirth.set(nowNanos + birth.nextNanos());
        } else if (life.isSettled()) {
            birth.succeeded();
        }
        return worked;
    }

    private GroupState look() {
        Lease.Standing session = end == null ? life.session() : Lease.Standing.LOST;
        return new GroupState(life.id(), follower.state(), follower.position(), life.unsaid(), session, end);
    }

    /** How it did after its last turn; for any thread, unlike everything else here. */
    public GroupState state() {
        return state;
    }

    /** Leaves the cluster by an entry of its own; {@link #end} tells when that is done. */
    public void leave() {
        leaving = true;
        life.leave();
    }

    /** Appends a command once this group is a member; should the present life end before, it is not appended. */
    public void append(Command command) {
        life.queue(command);
    }

    /** The id of the present life. */
    public GroupId id() {
        return life.id();
    }

    /** Why the life before the present one ended, or null in the first. */
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
        return life.duties();
    }

    /** Whether it is a member, has read everything and has nothing on its way. */
    public boolean isSettled() {
        return end == null && life.isSettled();
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
            life.close();
        }
        state = look();
        follower.close();
    }

    /** Whoever lives when an entry is read answers it. */
    private final class Passing implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            divergence.read(entry, change);
            life.read(entry, change);
        }

        @Override
        public void restarted(Replica state, long position) {
            divergence.forget();
            life.restarted();
        }
    }
}
