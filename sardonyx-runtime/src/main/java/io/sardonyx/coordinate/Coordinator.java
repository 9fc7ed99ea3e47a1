package io.sardonyx.coordinate;

import io.sardonyx.command.Command;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Revoke;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.RosterView;
import io.sardonyx.follow.EventWriter;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.Outbox;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.follow.Signature;
import io.sardonyx.follow.SkippedEntries;
import io.sardonyx.group.PulseWatches;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Part;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Keywords;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Loop;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A coordinator: leads while it holds the lease {@value #LEASE}, else stands by; in both cases it follows the cluster's
 * log and the coordinator's, so that a stand-by is hot.
 *
 * <p>The leader appends what is owed: deaths, plans and withdrawals of jobs, revocations that are due, evictions,
 * shutdowns, seals, offers, and the completion of finished jobs. It keeps nothing that the next leader would need but
 * the time at which offers were made; timers start anew at a take-over. Confined to the thread of {@link #turn}, except
 * for {@link #state}.
 */
public final class Coordinator implements Loop {

    /** Name of the lease that the leader holds. */
    public static final String LEASE = "leaders/coordinator";

    /**
     * What a leader owes, as functions of the roster and the replica, and what events do to the roster.
     *
     * @param duties what follows from the roster alone
     * @param bridge what either log lacks of the other
     * @param fold of the coordinator's log
     */
    public record Rules(
            Function<Roster, CoordinatorDuties> duties,
            BiFunction<Roster, Replica, LogBridge> bridge,
            Follower.Fold<Roster> fold) {

        /** The rules of every real coordinator; others have planted faults. */
        public static final Rules DEFAULT = new Rules(CoordinatorDuties::of, LogBridge::between, new RosterFold());
    }

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final GroupId id;
    private final Store store;
    private final CoordinatorSettings settings;
    private final RandomGenerator random;
    private final Rules rules;
    private final Mailbox mailbox = new Mailbox();
    private final Follower<Replica> cluster;
    private final Outbox outbox;
    private final Leadership leadership;
    private final CoordinatorRegistry registry;
    private final PulseWatches pulses;
    /* Groups whose pulse is free, of those that are watched. */
    private final Set<GroupId> dead = new TreeSet<>();
    private final Map<Revoke, Deadline> timers = new HashMap<>();
    /* Deaths and withdrawals to be told once the cluster's log was read again, with the number of that read. */
    private final Map<Event, Long> suspicions = new HashMap<>();

    private @Nullable Follower<Roster> events;
    private @Nullable EventWriter writer;
    private boolean leading;
    /* Number of the first read of events that began after it took the lease. */
    private long readyAt;
    /* Whether the roster, the replica or what is known about processes has changed since it last looked. */
    private boolean changed = true;
    private long origin;
    private boolean rebasing;
    private @Nullable String end;
    /** Written at the end of each turn, read by any thread. */
    private volatile CoordinatorState state;

    public Coordinator(Store store, CoordinatorSettings settings, RandomGenerator random) {
        this(store, settings, new ReplicaFold(), random);
    }

    /** With another fold of the cluster's log, such as one that is shared in this JVM. */
    public Coordinator(Store store, CoordinatorSettings settings, Follower.Fold<Replica> fold, RandomGenerator random) {
        this(store, settings, fold, random, Rules.DEFAULT);
    }

    /** With other rules, to see that a fault in them is found. */
    public Coordinator(
            Store store,
            CoordinatorSettings settings,
            Follower.Fold<Replica> fold,
            RandomGenerator random,
            Rules rules) {
        this.rules = rules;
        this.id = GroupId.of("coordinator-" + new UUID(random.nextLong(), random.nextLong()));
        this.store = store;
        this.settings = settings;
        this.random = random;
        Log log = store.log(LogScanner.LOG);
        this.cluster = new Follower<>(
                        log,
                        fold,
                        new ReplicaReading(),
                        backOff(),
                        settings.poll().toNanos())
                .skipping(new SkippedEntries(store));
        this.leadership = new Leadership(store.leases(), id, settings.poll().toNanos());
        this.registry = new CoordinatorRegistry(id, store, settings);
        this.outbox = new Outbox(
                id, log, (command, replica) -> leadership.isHeld(), Signature.peer(settings.clock()), backOff());
        this.pulses =
                new PulseWatches(store.leases(), this::died, settings.poll().toNanos());
        this.state = new CoordinatorState(id, false, false, Roster.EMPTY, -1, null);
    }

    private BackOff backOff() {
        return new BackOff(settings.patience(), LONGEST_WAIT, random);
    }

    private void died(GroupId group) {
        changed |= dead.add(group);
    }

    /** The author of its events. */
    public GroupId id() {
        return id;
    }

    /** Snapshot after its last turn; may be called from any thread. */
    public CoordinatorState state() {
        return state;
    }

    @Override
    public boolean turn(long nowNanos) {
        boolean worked = mailbox.drain(nowNanos);
        worked |= cluster.turn(nowNanos);
        checkCluster();
        if (end == null && cluster.state().cluster().isFounded()) {
            worked |= live(nowNanos, events == null ? open() : events);
        }
        Follower<Roster> reading = events;
        state = new CoordinatorState(
                id,
                leading && leadership.isHeld(),
                !leading && leadership.isTaken(),
                reading == null ? Roster.EMPTY : reading.state(),
                reading == null ? -1 : reading.position(),
                end);
        return worked;
    }

    private void checkCluster() {
        ClusterParameters found = cluster.state().cluster();
        if (!found.isFounded()) {
            return;
        }
        if (found.allocation() != Allocation.COORDINATED) {
            end = "the allocation of cluster " + found.id() + " is " + Keywords.of(found.allocation())
                    + ", so it needs no coordinator; only one that was founded as coordinated does";
        } else if (settings.cluster() != null && !settings.cluster().equals(found.id())) {
            end = "this cluster is called " + found.id() + ", but the coordinator is configured for "
                    + settings.cluster();
        } else if (found.format() > ClusterParameters.FORMAT) {
            end = "this cluster writes format " + found.format() + ", but this program knows formats up to "
                    + ClusterParameters.FORMAT + "; use a newer one";
        }
    }

    private Follower<Roster> open() {
        Log log = store.log(RosterFold.log(cluster.state().cluster()));
        var opened = new Follower<>(
                        log,
                        rules.fold,
                        new RosterReading(),
                        backOff(),
                        settings.poll().toNanos())
                .skipping(SkippedEntries.ofCoordinator(store, cluster.state().cluster()));
        events = opened;
        writer = new EventWriter(id, log, Signature.peer(settings.clock()), backOff());
        return opened;
    }

    private boolean live(long nowNanos, Follower<Roster> reading) {
        boolean worked = reading.turn(nowNanos);
        worked |= leadership.turn(nowNanos);
        worked |= pulses.turn(nowNanos);
        worked |= writer != null && writer.turn(nowNanos);
        if (leading && !leadership.isHeld()) {
            leading = false;
            pulses.take(List.of());
        } else if (!leading && leadership.isHeld()) {
            takeOver(reading);
        }
        if (leading && writer != null && reading.reads() >= readyAt && reading.isCaughtUp()) {
            worked |= lead(nowNanos, reading, writer);
        }
        worked |= registry.turn(nowNanos, leading && leadership.isHeld(), reading.position());
        return outbox.turn(nowNanos, cluster) || worked;
    }

    /** Begins to lead: what is owed follows from the events up to now, so they are read to the end first. */
    private void takeOver(Follower<Roster> reading) {
        leading = true;
        readyAt = reading.asked() + 1;
        reading.doubt();
        cluster.doubt();
        timers.clear();
        suspicions.clear();
        changed = true;
        LoggerFactory.getLogger(Coordinator.class).debug("{} leads from event {} on", id, reading.position() + 1);
    }

    private boolean lead(long nowNanos, Follower<Roster> reading, EventWriter appending) {
        boolean due = changed
                || timers.values().stream().anyMatch(timer -> timer.isDue(nowNanos))
                || suspicions.values().stream().anyMatch(this::isRead);
        if (!due || !appending.isReady(nowNanos)) {
            return false;
        }
        changed = false;
        Roster roster = reading.state();
        Replica replica = cluster.state();
        List<GroupId> groups = LogBridge.groups(roster, replica);
        pulses.take(groups);
        dead.retainAll(groups);
        LogBridge bridge = rules.bridge.apply(roster, replica);
        tell(bridge.commands());
        List<Event> owed = owed(nowNanos, roster, bridge);
        // Looked at again at the last moment: a lease that was suspended meanwhile ends its leading.
        if (!owed.isEmpty() && leadership.isHeld()) {
            appending.append(owed, replica.cluster().format(), nowNanos, reading, this::tooLong);
            changed = true;
        }
        trim(reading);
        return true;
    }

    private void tell(List<Command> commands) {
        commands.forEach(outbox::queue);
    }

    /** A job with so many tasks that its plan is longer than an entry may be cannot be assigned. */
    private void tooLong(Event event) {
        if (event instanceof Plan plan) {
            outbox.queue(LogBridge.refusal(
                    plan.job(),
                    List.of(new Fault(
                            Part.of("workflow"), "has too many tasks for the coordinator's log", "split the job"))));
        }
    }

    /** The events to append now, each of which applies to the roster after those before it. */
    private List<Event> owed(long nowNanos, Roster roster, LogBridge bridge) {
        var first = new ArrayList<Event>();
        roster.peers().forEach((peer, known) -> {
            Peer present = cluster.state().peers().present().get(peer);
            if (known.state().isLiving() && present != null && dead.contains(present.group())) {
                first.add(new Death(peer));
            }
        });
        first.addAll(proven(bridge));
        first.addAll(bridge.unfits());
        first.addAll(bridge.plans());
        first.addAll(lapsed(nowNanos, rules.duties.apply(roster).timers()));
        var owed = new ArrayList<Event>();
        Roster after = keepApplying(first, roster, owed);
        boolean more = true;
        while (more && owed.size() < EventWriter.AT_ONCE) {
            Roster next = keepApplying(rules.duties.apply(after).owed(), after, owed);
            more = next != after;
            after = next;
        }
        return owed;
    }

    /** Adds the events that apply, as many as fit into an append, and returns the roster after them. */
    private Roster keepApplying(List<? extends Event> some, Roster roster, List<Event> kept) {
        Roster after = roster;
        for (Event event : some) {
            Roster next = kept.size() < EventWriter.AT_ONCE ? applied(event, after) : after;
            if (next != after) {
                kept.add(event);
                after = next;
            }
        }
        return after;
    }

    private Roster applied(Event event, Roster before) {
        return rules.fold.apply(before, Entry.anonymous(0, event)).after();
    }

    /**
     * Deaths and withdrawals that the cluster's log still shows after it was read anew. Without that read a peer that
     * registered or a job that was planned by somebody who knows more of the cluster's log would be given up.
     */
    private List<Event> proven(LogBridge bridge) {
        var suspected = new HashSet<Event>(bridge.deaths());
        suspected.addAll(bridge.withdrawals());
        suspicions.keySet().retainAll(suspected);
        var proven = new ArrayList<Event>();
        for (List<Event> kind : List.of(bridge.deaths(), bridge.withdrawals())) {
            for (Event event : kind) {
                Long number = suspicions.get(event);
                if (number == null) {
                    suspicions.put(event, cluster.asked() + 1);
                    cluster.doubt();
                } else if (isRead(number)) {
                    proven.add(event);
                }
            }
        }
        return proven;
    }

    private boolean isRead(long number) {
        return cluster.reads() >= number && cluster.isCaughtUp();
    }

    /** Follows the timers of offers; returns the revocations that are due. */
    private List<Revoke> lapsed(long nowNanos, List<Revoke> wanted) {
        timers.keySet().retainAll(new HashSet<>(wanted));
        var lapsed = new ArrayList<Revoke>();
        for (Revoke revoke : wanted) {
            Deadline timer = timers.get(revoke);
            if (timer == null) {
                timer = new Deadline();
                timer.set(nowNanos + settings.revokeAfter().toNanos());
                timers.put(revoke, timer);
            } else if (timer.isDue(nowNanos)) {
                lapsed.add(revoke);
            }
        }
        return lapsed;
    }

    /** Stores the roster as origin of the coordinator's log when enough events have come since the last one. */
    private void trim(Follower<Roster> reading) {
        long position = reading.position();
        if (rebasing || position - origin < settings.trimEvery() || !leadership.isHeld()) {
            return;
        }
        byte[] encoded;
        try {
            encoded = RosterFold.origin(new RosterView(reading.state(), position));
        } catch (BadInput tooLong) {
            origin = position;
            LoggerFactory.getLogger(Coordinator.class)
                    .error("the coordinator's log is not trimmed: its origin {}", tooLong.getMessage());
            return;
        }
        rebasing = true;
        Log log = store.log(RosterFold.log(cluster.state().cluster()));
        mailbox.await(
                log.rebase(new Origin(position, encoded)),
                done -> {
                    rebasing = false;
                    origin = position;
                },
                failure -> {
                    Unreadable.rethrow(failure);
                    rebasing = false;
                });
    }

    @Override
    public boolean isOver() {
        return end != null;
    }

    /** Why it takes no more part, or null while it does. */
    public @Nullable String end() {
        return end;
    }

    /** Gives the lease back and stops; what it has not appended is owed by the next leader. */
    @Override
    public void close() {
        leadership.close();
        registry.close();
        pulses.close();
        cluster.close();
        if (events != null) {
            events.close();
        }
    }

    /** Notes that the replica has changed. */
    private final class ReplicaReading implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            changed |= change.happened();
        }

        @Override
        public void restarted(Replica now, long position) {
            changed = true;
        }
    }

    /** Notes that the roster has changed, and where the origin is. */
    private final class RosterReading implements Follower.Reader<Roster> {

        @Override
        public void read(Entry<Roster> entry, Change<Roster> change) {
            changed |= change.happened();
        }

        @Override
        public void restarted(Roster now, long position) {
            changed = true;
            origin = position;
        }
    }
}
