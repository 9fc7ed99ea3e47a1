package io.sardonyx.group;

import io.sardonyx.codec.ReplicaView;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.duty.Duties;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Reaction;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One life of a group, under one id: from its pulse until the cluster holds it for gone, its session is lost or it
 * leaves.
 *
 * <p>It never comes back; whatever it had not appended dies with it.
 */
final class Incarnation implements AutoCloseable {

    /** The name of the masterless log in a store. */
    static final String LOG = "log";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final GroupId id;
    private final List<PeerId> peers;
    private final Settings settings;
    private final RandomGenerator random;
    private final Log log;
    private final Follower<Replica> follower;
    private final Outbox outbox;
    private final Watches watches;
    private final BackOff joinBackOff;
    private final Mailbox mailbox = new Mailbox();

    private @Nullable Lease pulse;
    private @Nullable String end;
    private Duties duties;
    private boolean dutiesDue = true;
    private final Deadline patience = new Deadline();
    private boolean owing;
    private boolean rebasing;
    private long rebased = -1;
    private boolean leaving;
    private boolean misfit;

    Incarnation(Store store, Settings settings, GroupId id, List<PeerId> peers, RandomGenerator random) {
        this.id = id;
        this.peers = peers;
        this.settings = settings;
        this.random = random;
        this.log = store.log(LOG);
        long pollNanos = settings.poll().toNanos();
        this.follower = new Follower<>(log, new ReplicaFold(), new Reacting(), backOff(), pollNanos);
        this.outbox = new Outbox(id, log, backOff());
        this.watches = new Watches(store.leases(), this::report, pollNanos);
        this.joinBackOff = backOff();
        this.duties = Duties.of(Replica.EMPTY, id);
        mailbox.await(
                store.leases().claim(Watches.pulseOf(id), id.text()),
                this::claimed,
                failure -> end = "its pulse could not be claimed: " + failure);
    }

    private BackOff backOff() {
        return new BackOff(settings.patience(), LONGEST_WAIT, random);
    }

    private void claimed(Optional<Lease> lease) {
        lease.ifPresentOrElse(held -> pulse = held, () -> end = "its pulse is held by somebody else");
    }

    GroupId id() {
        return id;
    }

    Follower<Replica> follower() {
        return follower;
    }

    Duties duties() {
        return duties;
    }

    /** Why this life is over, or null while it goes on. */
    @Nullable
    String end() {
        return end;
    }

    /** Whether it was configured for another cluster than this one, which no new life would change. */
    boolean isMisfit() {
        return misfit;
    }

    boolean isSettled() {
        return pulse != null
                && follower.isAtEnd()
                && outbox.isEmpty()
                && follower.state().ring().isMember(id);
    }

    void queue(Command command) {
        outbox.queue(command);
    }

    /** Appends that this group leaves; its life ends when it reads that. */
    void leave() {
        leaving = true;
        outbox.queue(new GroupLeaveCluster(id));
    }

    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain();
        if (end != null || pulse == null || !isProven(pulse)) {
            return worked;
        }
        worked |= follower.turn(nowNanos);
        if (dutiesDue) {
            dutiesDue = false;
            duties = Duties.of(follower.state(), id);
            watches.take(duties.watches());
        }
        if (duties.evicted()) {
            end = leaving ? "it left" : "the cluster holds it for gone";
            return true;
        }
        if (follower.isAtEnd()) {
            worked |= work(nowNanos);
        }
        worked |= watches.turn(nowNanos);
        worked |= outbox.turn(nowNanos, follower);
        return worked;
    }

    /** Without a proven session there are no effects; when it is lost for good, so is this life. */
    private boolean isProven(Lease lease) {
        if (lease.standing() == Lease.Standing.LOST) {
            end = "its session is lost";
        }
        return lease.standing() == Lease.Standing.HELD;
    }

    private void report(GroupId dead) {
        if (duties.watches().contains(dead)) {
            outbox.queue(new GroupLeaveCluster(dead));
        }
    }

    private boolean work(long nowNanos) {
        Cluster found = follower.state().cluster();
        if (!found.isFounded()) {
            Cluster wanted = settings.cluster();
            outbox.queue(new FoundCluster(
                    String.valueOf(wanted.id()), wanted.allocation(), wanted.scheduler(), wanted.remembered()));
        } else if (!found.equals(settings.cluster())) {
            end = "this cluster is " + found + ", but the process is configured for " + settings.cluster();
            misfit = true;
            return true;
        }
        if (!leaving) {
            offerPeers();
            appendOwed(nowNanos);
            collect();
        }
        trim();
        return false;
    }

    private void offerPeers() {
        for (PeerId peer : peers) {
            if (!follower.state().peers().knows(peer)) {
                outbox.queue(new AddVirtualPeer(peer, id, settings.site(), settings.tags()));
            }
        }
    }

    /** What the replica shows as owed is appended when it has stayed so for a while although nothing is on its way. */
    private void appendOwed(long nowNanos) {
        if (duties.owed().isEmpty() || !outbox.isQuiet(follower.state())) {
            owing = false;
            return;
        }
        if (!owing) {
            owing = true;
            boolean joins = duties.owed().get(0) instanceof PrepareJoinCluster;
            boolean first = joins && !follower.state().ring().aborted().has(id);
            patience.set(nowNanos
                    + (first
                            ? 0
                            : joins
                                    ? joinBackOff.nextNanos()
                                    : settings.patience().toNanos()));
        }
        if (patience.isDue(nowNanos)) {
            owing = false;
            if (isItsTurn()) {
                duties.owed().forEach(outbox::queue);
            }
        }
    }

    /** Of many who wait outside, about as many try as there are free members to help them in. */
    private boolean isItsTurn() {
        var ring = follower.state().ring();
        boolean joins = duties.owed().get(0) instanceof PrepareJoinCluster;
        int free = ring.members().size() - ring.joining().size();
        int waiting = ring.aborted().size() + 1;
        return !joins || ring.members().isEmpty() || random.nextInt(waiting) < Math.max(1, free);
    }

    /** The member with the lowest id keeps the history short. */
    private void collect() {
        var members = follower.state().ring().members().keys().inOrder();
        Trim last = follower.state().trim();
        long since = last == null ? 0 : last.position();
        if (!members.isEmpty() && members.get(0).equals(id) && follower.position() - since >= settings.gcEvery()) {
            outbox.queue(new Gc(id));
        }
    }

    /** Any origin at or behind the entry that asked for one will do. */
    private void trim() {
        Optional<Long> wanted = duties.trims();
        if (rebasing || wanted.isEmpty() || wanted.get() <= rebased) {
            return;
        }
        rebasing = true;
        long position = follower.position();
        var origin = new Origin(position, ReplicaFold.origin(new ReplicaView(follower.state(), position)));
        mailbox.await(
                log.rebase(origin),
                done -> {
                    rebasing = false;
                    rebased = position;
                },
                failure -> rebasing = false);
    }

    @Override
    public void close() {
        follower.close();
        watches.close();
        if (pulse != null) {
            pulse.close();
        }
    }

    /** Follows up what it reads. */
    private final class Reacting implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            dutiesDue |= change.happened();
            for (Reaction<Replica> reaction : entry.step().reactions(change, id)) {
                if (!reaction.afterBackOff() && reaction.step() instanceof Command command) {
                    outbox.queue(command);
                }
            }
            if (change.after().ring().isMember(id)) {
                joinBackOff.succeeded();
            }
        }

        @Override
        public void restarted(Replica state) {
            dutiesDue = true;
        }
    }
}
