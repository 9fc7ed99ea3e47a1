package io.sardonyx.group;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.DisputeHash;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.SetStateStorage;
import io.sardonyx.content.BlobSweeper;
import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.content.StateBlobs;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.duty.Duties;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.Outbox;
import io.sardonyx.follow.ReadPositions;
import io.sardonyx.follow.Signature;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Tags;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Reaction;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Dispute;
import io.sardonyx.replica.KnownFormats;
import io.sardonyx.replica.Peers;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One incarnation of a group, under one id: from claiming its lease until the cluster has declared it dead, its session
 * is lost or it leaves.
 *
 * <p>An id is never used again; commands that were not appended by then are dropped. Confined to the group's thread.
 */
final class Incarnation implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    /** Most jobs that are named in a message. */
    private static final int NAMED = 10;

    /** Ids of the group and its peers, unique to this incarnation. */
    record Names(GroupId group, List<PeerId> peers) {}

    /**
     * Reader of the log, divergence detector, fold of the coordinator's log and outages, which outlive the incarnation.
     */
    record Reading(
            Follower<Replica> follower,
            DivergenceDetector divergence,
            Follower.Fold<Roster> events,
            StoreOutage outage) {}

    private final Store store;
    private final StateBlobs stateBlobs;
    private final GroupId id;
    /* Replaced one by one in a coordinated cluster, where an id that was revoked never works again. */
    private final List<PeerId> peers;
    private final RandomGenerator random;
    private final @Nullable CoordinatedPeers coordinated;
    private final GroupSettings settings;
    private final Follower<Replica> follower;
    private final DivergenceDetector divergence;
    private final StoreOutage outage;
    private final Outbox outbox;
    private final OwedCommands owing;
    private final DutyExecutor executor;
    private final PeerEngine engine;
    private final GracefulLeave gracefulLeave;
    private final TrimPolicy trimming;
    private final ReadPositions.Writer positions;
    private final Mailbox mailbox = new Mailbox();

    private @Nullable Lease pulse;
    private @Nullable String end;
    private Duties duties;
    private boolean dutiesDue = true;
    /*
     * The replica's peers when all own peers were last found in it; compared by identity, to avoid looking up
     * thousands.
     */
    private @Nullable Peers knowingAll;
    private boolean leaving;
    private boolean incompatible;
    private boolean disputing;
    /** When being caught up is good enough although the end of the log was not seen. */
    private final Deadline endUnseen = new Deadline();

    private boolean sawEnd = true;
    private boolean afterOutage;

    Incarnation(
            Store store,
            Reading reading,
            GroupSettings settings,
            Names names,
            PeerEngine engine,
            RandomGenerator random) {
        this.store = store;
        this.stateBlobs = new StateBlobs(store);
        this.id = names.group;
        this.peers = new ArrayList<>(names.peers);
        this.random = random;
        this.coordinated = settings.cluster().allocation() == Allocation.COORDINATED
                ? new CoordinatedPeers(id, store, settings, reading.events, random)
                : null;
        this.settings = settings;
        this.follower = reading.follower;
        this.divergence = reading.divergence;
        this.outage = reading.outage;
        Log log = store.log(LogScanner.LOG);
        this.outbox = new Outbox(id, log, this::maySend, Signature.peer(settings.clock()), backOff(settings, random));
        this.owing = new OwedCommands(id, outbox, settings.patience().toNanos(), backOff(settings, random), random);
        this.executor = new DutyExecutor(
                store.leases(),
                new DocumentSweeper(store.documents(), engine::forget, new BlobSweeper(stateBlobs)),
                log,
                this::report,
                settings.poll().toNanos());
        this.engine = engine;
        this.gracefulLeave = new GracefulLeave(() -> outbox.queue(new GroupLeaveCluster(id)));
        this.trimming = new TrimPolicy(id, settings);
        this.positions = new ReadPositions.Writer(id, store.documents());
        this.duties = Duties.of(Replica.EMPTY, id);
        mailbox.await(store.leases().claim(Pulse.nameOf(id), id.text()), this::claimed, this::refused);
    }

    private void refused(Throwable failure) {
        Unreadable.rethrow(failure);
        end = "its pulse could not be claimed: " + failure;
    }

    static BackOff backOff(GroupSettings settings, RandomGenerator random) {
        return new BackOff(settings.patience(), LONGEST_WAIT, random);
    }

    private void claimed(Optional<Lease> lease) {
        lease.ifPresentOrElse(held -> pulse = held, () -> end = "its pulse is held by somebody else");
    }

    /**
     * Filter for the outbox: before it is a member a group appends only what concerns joining, and deaths it has seen.
     */
    private boolean maySend(Command command, Replica replica) {
        return command instanceof PrepareJoinCluster
                || command instanceof AcceptJoinCluster
                || command instanceof AbortJoinCluster
                || command instanceof AddVirtualPeer
                || command instanceof GroupLeaveCluster
                || command instanceof FoundCluster
                || replica.ring().isMember(id);
    }

    GroupId id() {
        return id;
    }

    Duties duties() {
        return duties;
    }

    /** Why this incarnation is over, or null while it goes on. */
    @Nullable
    String end() {
        return end;
    }

    /**
     * Whether it is configured for another cluster, or too old for this one; a new incarnation would not change that.
     */
    boolean isIncompatible() {
        return incompatible;
    }

    /** Whether it is a member, has read the whole log and has no command unsent or unconfirmed. */
    boolean isSettled() {
        return pulse != null
                && follower.isAtEnd()
                && outbox.isEmpty()
                && follower.state().ring().isMember(id);
    }

    void queue(Command command) {
        outbox.queue(command);
    }

    /** Number of commands that are not known to be in the log. */
    int unsaid() {
        return outbox.size();
    }

    /** Standing of its lease; suspended before it was claimed. */
    Lease.Standing session() {
        return pulse == null ? Lease.Standing.SUSPENDED : pulse.standing();
    }

    /** Drains the engine, then appends a leave entry; the incarnation ends when it reads that entry back. */
    void leave() {
        leaving = true;
        engine.drain();
    }

    /** One turn: reads, derives duties, acts on them and appends; nothing happens unless the lease is held. */
    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain();
        boolean proven = end == null && pulse != null && isProven(pulse);
        engine.suspend(!proven);
        outage.turn(nowNanos, proven);
        afterOutage = outage.isRecent(nowNanos);
        if (!proven) {
            return worked;
        }
        worked |= follower.turn(nowNanos);
        worked |= divergence.turn(nowNanos);
        checkDivergence();
        worked |= deriveDuties(nowNanos);
        if (duties.evicted()) {
            end = leaving ? "it left" : "the cluster holds it for gone";
            return true;
        }
        if (isUpToDate(nowNanos)) {
            work(nowNanos);
        }
        if (leaving) {
            gracefulLeave.turn(nowNanos, engine.isQuiet());
        } else if (trimming.isDue(nowNanos, follower)) {
            outbox.queue(new Gc(id, divergence.latest()));
        }
        worked |= engine.turn(nowNanos);
        say(nowNanos);
        executor.trim(nowNanos, duties, follower);
        worked |= executor.turn(nowNanos);
        worked |= positions.turn(nowNanos, follower.position(), coordinated == null ? -1 : coordinated.position());
        worked |= outbox.turn(nowNanos, follower);
        return worked;
    }

    /** Derives duties anew if the replica or the roster has changed, and passes them on; whether events were read. */
    private boolean deriveDuties(long nowNanos) {
        boolean worked = coordinated != null && coordinated.turn(nowNanos, follower.state());
        dutiesDue |= coordinated != null && coordinated.hasChanged();
        if (dutiesDue) {
            dutiesDue = false;
            Duties own = Duties.of(follower.state(), id);
            duties = coordinated == null ? own : coordinated.over(own, follower.state());
            executor.take(duties);
            engine.take(duties, follower.state());
        }
        return worked;
    }

    /** Appends what the engine and the coordinator's peers have to say. */
    private void say(long nowNanos) {
        engine.said().forEach(this::said);
        if (coordinated != null && !leaving) {
            coordinated.stops().forEach(this::replace);
            coordinated.kills().forEach(outbox::queue);
            coordinated.say(nowNanos, follower.state(), engine);
        }
    }

    /** Queues what the engine said; in a coordinated cluster much of that becomes events instead. */
    private void said(PeerEngine.Said said) {
        Command left = coordinated == null ? said.command() : coordinated.taken(said);
        if (coordinated != null && left instanceof LeaveCluster leave) {
            replace(leave.id());
        } else if (left != null) {
            outbox.queue(left);
        }
    }

    /** Lets a peer leave, and offers another one under a new id. */
    private void replace(PeerId peer) {
        int index = peers.indexOf(peer);
        if (index >= 0) {
            peers.set(index, PeerId.of(new UUID(random.nextLong(), random.nextLong()).toString()));
            knowingAll = null;
            outbox.queue(new LeaveCluster(peer));
        }
    }

    /** Ends this incarnation if its replica was wrong; stops the group if two programs fold the log differently. */
    private void checkDivergence() {
        GroupId author = divergence.author();
        if (author != null && divergence.verdict() == DivergenceDetector.Verdict.OWN_MEMORY) {
            end = "its replica after entry " + divergence.position() + " was not that of " + author
                    + "; it reads the log anew";
        } else if (author != null && divergence.verdict() == DivergenceDetector.Verdict.OTHER_PROGRAM) {
            if (!disputing) {
                disputing = true;
                outbox.queue(new DisputeHash(id, author, divergence.position()));
            }
        }
        Dispute dispute = follower.state().dispute();
        if (dispute != null && dispute.concerns(id)) {
            throw new Diverged("groups " + dispute.objector() + " and " + dispute.author()
                    + " have folded the log up to entry " + dispute.position()
                    + " into different replicas. This is a bug, or they are programs of different releases: keep the"
                    + " log with sardonyx log export, and start both with the same release");
        }
    }

    /** Whether the log was read to its end, or almost, when others append so fast that the end is never seen. */
    private boolean isUpToDate(long nowNanos) {
        if (follower.isAtEnd() != sawEnd) {
            sawEnd = follower.isAtEnd();
            endUnseen.set(nowNanos + settings.patience().toNanos());
        }
        return sawEnd || follower.isCaughtUp() && endUnseen.isDue(nowNanos);
    }

    /** Whether the lease is held, without which nothing has effects; a lost one ends this incarnation. */
    private boolean isProven(Lease lease) {
        if (lease.standing() == Lease.Standing.LOST) {
            end = "its session is lost";
        }
        return lease.standing() == Lease.Standing.HELD;
    }

    /**
     * Reports a watched group as dead, unless it is no longer this group's to watch. After an outage of the store that
     * is not held against the jobs it ran: otherwise one long outage would count as the death of every process.
     */
    private void report(GroupId dead) {
        if (duties.watches().contains(dead)) {
            outbox.queue(new GroupLeaveCluster(dead, !afterOutage));
        }
    }

    private void work(long nowNanos) {
        ClusterParameters found = follower.state().cluster();
        ClusterParameters wanted = settings.cluster();
        if (!found.isFounded()) {
            outbox.queue(new FoundCluster(
                    String.valueOf(wanted.id()),
                    wanted.allocation(),
                    wanted.scheduler(),
                    wanted.remembered(),
                    id.text(),
                    ClusterParameters.FORMAT));
        } else if (found.format() > ClusterParameters.FORMAT) {
            end = "this cluster writes format " + found.format() + ", but this program knows formats up to "
                    + ClusterParameters.FORMAT + "; use a newer one";
            incompatible = true;
            return;
        } else if (!found.isLike(wanted)) {
            end = "this cluster is " + found + ", but the process is configured for " + wanted;
            incompatible = true;
            return;
        } else if (!agreesOnState(found, wanted.stateUri())) {
            incompatible = true;
            return;
        }
        if (!leaving) {
            offerPeers();
            owing.turn(nowNanos, duties.owed(), follower);
        }
    }

    /** Sets the address of state where the cluster has none; if it cannot be that of this process, says why. */
    private boolean agreesOnState(ClusterParameters found, @Nullable String wanted) {
        if (wanted == null || wanted.equals(found.stateUri())) {
            return true;
        }
        if (found.stateUri() != null) {
            end = "this cluster keeps state in " + found.stateUri() + ", but the process is configured for " + wanted;
            return false;
        }
        List<JobId> jobs = follower.state().jobs().withCheckpoints();
        if (!jobs.isEmpty() && store.blobs().isPresent()) {
            end = "this cluster keeps state in its store for checkpoints of job " + named(jobs)
                    + ", so that it cannot be moved to " + wanted
                    + "; leave the address out, or end these jobs and give up what they keep: by job forget those that"
                    + " were killed or stopped, by job drop of all names and gc those that have completed";
            return false;
        }
        if (!leaving && found.format() >= CommandCodec.sinceFormat(SetStateStorage.class)) {
            outbox.queue(new SetStateStorage(wanted));
        }
        return true;
    }

    private static String named(List<JobId> jobs) {
        String some = jobs.stream().limit(NAMED).map(JobId::text).collect(Collectors.joining(", "));
        return jobs.size() > NAMED ? some + " and " + (jobs.size() - NAMED) + " others" : some;
    }

    private void offerPeers() {
        if (follower.state().peers() == knowingAll) {
            return;
        }
        boolean all = true;
        ClusterParameters cluster = follower.state().cluster();
        int format = cluster.isFounded() ? cluster.format() : ClusterParameters.FORMAT;
        for (PeerId peer : peers) {
            if (!follower.state().peers().knows(peer)) {
                all = false;
                Tags tags = KnownFormats.announced(settings.tags(), ClusterParameters.FORMAT, format);
                outbox.queue(new AddVirtualPeer(peer, id, settings.site(), tags));
            }
        }
        knowingAll = all ? follower.state().peers() : null;
    }

    /** Queues the reactions to an entry that was read. */
    void read(Entry<Replica> entry, Change<Replica> change) {
        if (entry.step() instanceof DisputeHash dispute && dispute.id().equals(id) && !change.happened()) {
            throw new Diverged("the log up to entry " + dispute.position() + " gives another replica here than "
                    + dispute.author() + " told; keep it with sardonyx log export");
        }
        dutiesDue |= change.happened();
        trimming.read(entry, change);
        for (Reaction<Replica> reaction : entry.step().reactions(change, id)) {
            if (!reaction.afterBackOff() && reaction.step() instanceof Command command) {
                outbox.queue(command);
            }
        }
        if (change.after().ring().isMember(id)) {
            owing.joined();
        }
    }

    /** The replica was replaced by an origin, so duties have to be derived again. */
    void restarted() {
        dutiesDue = true;
    }

    @Override
    public void close() {
        engine.close();
        executor.close();
        stateBlobs.close();
        positions.close();
        if (coordinated != null) {
            coordinated.close();
        }
        if (pulse != null) {
            pulse.close();
        }
    }

    /** Delays the leave entry of a group until its work is finished, for {@link #LONGEST} at most. */
    private static final class GracefulLeave {

        private static final Duration LONGEST = Duration.ofSeconds(10);

        /** Appends the leave entry; called once. */
        private final Runnable appendLeave;

        private final Deadline latest = new Deadline();
        private boolean begun;
        private boolean appended;

        GracefulLeave(Runnable appendLeave) {
            this.appendLeave = appendLeave;
        }

        void turn(long nowNanos, boolean quiet) {
            if (!begun) {
                begun = true;
                latest.set(nowNanos + LONGEST.toNanos());
            }
            if (!appended && (quiet || latest.isDue(nowNanos))) {
                appended = true;
                appendLeave.run();
            }
        }
    }
}
