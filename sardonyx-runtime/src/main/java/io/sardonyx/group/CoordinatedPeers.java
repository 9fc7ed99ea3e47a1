package io.sardonyx.group;

import io.sardonyx.assignment.Routes;
import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.SealTask;
import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.PeerDuties;
import io.sardonyx.coordinator.PeerDuties.Posting;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.duty.Duties;
import io.sardonyx.duty.Work;
import io.sardonyx.follow.EventWriter;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.follow.Signature;
import io.sardonyx.follow.SkippedEntries;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The peers of a group in a coordinated cluster: follows the coordinator's log, registers them, acknowledges offers,
 * and reports drained and sealed tasks as events.
 *
 * <p>Tasks that the roster assigns are laid over the duties that follow from the replica, so the engine does not know
 * who has decided. Events are owed as long as the roster shows that they have not applied. Confined to the group's
 * thread.
 */
final class CoordinatedPeers implements AutoCloseable {

    private static final PeerDuties NONE = new PeerDuties(List.of(), List.of(), List.of(), List.of(), List.of());

    private final GroupId group;
    private final Store store;
    private final GroupSettings settings;
    private final Follower.Fold<Roster> fold;
    private final RandomGenerator random;
    /* Tasks whose queues a peer found drained, and tasks whose end a peer passed on, until the roster shows it. */
    private final Map<PeerId, Posting> drained = new TreeMap<>();
    private final Map<PeerId, Complete> passedOn = new TreeMap<>();
    /* Routes of the jobs that peers work at; the fence is the position at which they were last found to differ. */
    private final Map<JobId, Routes> routes = new TreeMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private @Nullable Follower<Roster> follower;
    private @Nullable EventWriter writer;
    private PeerDuties duties = NONE;
    private boolean changed;

    /** A task that failed, and the number of the first read of events that began after that. */
    private record Failure(Posting posting, KillJob kill, long read) {}

    CoordinatedPeers(
            GroupId group, Store store, GroupSettings settings, Follower.Fold<Roster> fold, RandomGenerator random) {
        this.group = group;
        this.store = store;
        this.settings = settings;
        this.fold = fold;
        this.random = random;
    }

    /** Reads events; returns whether there was anything to do. Nothing is read before the cluster is founded. */
    boolean turn(long nowNanos, Replica replica) {
        if (!replica.cluster().isFounded()) {
            return false;
        }
        Follower<Roster> reading = follower == null ? open(replica) : follower;
        boolean worked = reading.turn(nowNanos);
        return writer != null && writer.turn(nowNanos) || worked;
    }

    private Follower<Roster> open(Replica replica) {
        var log = store.log(RosterFold.log(replica.cluster()));
        var opened = new Follower<>(
                        log,
                        fold,
                        new Reading(),
                        Incarnation.backOff(settings, random),
                        settings.poll().toNanos())
                .skipping(SkippedEntries.ofCoordinator(store, replica.cluster()));
        follower = opened;
        writer = new EventWriter(group, log, Signature.peer(settings.clock()), Incarnation.backOff(settings, random));
        return opened;
    }

    /** The position of the last event that it has read, or -1. */
    long position() {
        return follower == null ? -1 : follower.position();
    }

    /** Whether the roster has changed since the last call, so that duties have to be derived again. */
    boolean hasChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** The duties of the group with the tasks that the coordinator has given to its peers. */
    Duties over(Duties own, Replica replica) {
        Roster roster = follower == null ? Roster.EMPTY : follower.state();
        List<PeerId> peers = replica.peers().of(group).stream().map(Peer::id).toList();
        duties = PeerDuties.of(roster, peers);
        drained.values().removeIf(posting -> !isAt(roster, posting, PeerState.ACTIVE));
        passedOn.keySet()
                .removeIf(peer -> duties.seals().stream()
                        .noneMatch(posting -> posting.peer().equals(peer)));
        var work = new ArrayList<Work>();
        for (Posting posting : duties.work()) {
            Run run = replica.jobs().live().get(posting.post().job());
            if (run != null) {
                work.add(new Work(posting.assignment(), run.job(), routes(roster, replica, run)));
            }
        }
        routes.keySet()
                .removeIf(job ->
                        work.stream().noneMatch(each -> each.assignment().job().equals(job)));
        List<Assignment> seals =
                duties.seals().stream().map(Posting::assignment).toList();
        return new Duties(own.watches(), work, seals, own.owed(), own.trims(), own.evicted());
    }

    private static boolean isAt(Roster roster, Posting posting, PeerState state) {
        RosterPeer peer = roster.peers().get(posting.peer());
        return peer != null && peer.state() == state && peer.isAt(posting.post());
    }

    /** The peers that read the queues of each task of a job: who has begun, and does not wait for others to end. */
    private Routes routes(Roster roster, Replica replica, Run run) {
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        run.job().tasks().forEach(task -> {
            TaskProgress progress = roster.task(run.job().id(), task.name());
            receivers.put(task.name(), progress == null ? List.of() : receivers(roster, replica, progress));
        });
        SortedTable<TaskName, List<Routes.Receiver>> table = SortedTable.of(receivers);
        Routes former = routes.get(run.job().id());
        if (former != null && former.receivers().equals(table)) {
            return former;
        }
        var latest = new Routes(follower == null ? 0 : follower.position(), table);
        routes.put(run.job().id(), latest);
        return latest;
    }

    private static List<Routes.Receiver> receivers(Roster roster, Replica replica, TaskProgress progress) {
        var receivers = new ArrayList<Routes.Receiver>();
        progress.slots().forEach((id, slot) -> {
            RosterPeer peer = roster.peers().get(id);
            Peer present = replica.peers().present().get(id);
            if (peer != null && (peer.state() == PeerState.ACTIVE || peer.state() == PeerState.SEALING)) {
                receivers.add(new Routes.Receiver(slot, id, present == null ? null : present.site()));
            }
        });
        receivers.sort(Comparator.comparingInt(Routes.Receiver::slot));
        return receivers;
    }

    /** The peers that were revoked or declared dead: each has to leave and to be replaced under a new id. */
    List<PeerId> stops() {
        return duties.stops();
    }

    /**
     * Takes a command by which a task loop reports on its task, and returns what is left to append to the cluster's
     * log: nothing of what becomes an event, nor of what a loop of the past says.
     */
    @Nullable
    Command taken(PeerEngine.Said said) {
        Command command = said.command();
        if (command instanceof SealTask seal) {
            Posting posting = posting(duties.work(), seal.id(), seal.job(), seal.task());
            if (posting != null && follower != null && isAt(follower.state(), posting, PeerState.ACTIVE)) {
                drained.put(seal.id(), posting);
            }
            return null;
        }
        if (command instanceof CompleteTask complete) {
            Posting posting = posting(duties.seals(), complete.id(), complete.job(), complete.task());
            if (posting != null) {
                passedOn.put(complete.id(), posting.sealed(complete.skipped()));
            }
            return null;
        }
        PeerId failed = said.failed();
        if (failed != null && command instanceof KillJob kill) {
            Posting posting =
                    posting(duties.work(), failed, kill.job(), kill.cause().task());
            if (posting != null && follower != null) {
                failures.add(new Failure(posting, new KillJob(kill.job(), kill.cause()), follower.asked() + 1));
                follower.doubt();
            }
            return null;
        }
        return command;
    }

    /**
     * The commands that kill jobs whose tasks have failed, of those peers that are found at the same post by a read
     * that began after the failure. The roster, unlike the replica, has no fence that a command could carry: so this
     * shows that it was no loop of the past.
     */
    List<Command> kills() {
        var kills = new ArrayList<Command>();
        Follower<Roster> reading = follower;
        failures.removeIf(failure -> {
            if (reading == null || reading.reads() < failure.read || !reading.isCaughtUp()) {
                return false;
            }
            if (isAt(reading.state(), failure.posting, PeerState.ACTIVE)
                    || isAt(reading.state(), failure.posting, PeerState.SEALING)) {
                kills.add(failure.kill);
            }
            return true;
        });
        return kills;
    }

    private static @Nullable Posting posting(List<Posting> among, PeerId peer, JobId job, @Nullable TaskName task) {
        for (Posting posting : among) {
            if (posting.peer().equals(peer)
                    && posting.post().job().equals(job)
                    && posting.post().task().equals(task)) {
                return posting;
            }
        }
        return null;
    }

    /** Appends the events that its peers owe, once everything appended before was read back. */
    void say(long nowNanos, Replica replica, PeerEngine engine) {
        Follower<Roster> reading = follower;
        if (reading == null || writer == null || !reading.isCaughtUp() || !writer.isReady(nowNanos)) {
            return;
        }
        List<Event> owed = owed(replica, engine);
        if (!owed.isEmpty()) {
            List<Event> some = owed.subList(0, Math.min(owed.size(), EventWriter.AT_ONCE));
            writer.append(some, replica.cluster().format(), nowNanos, reading, event -> {});
        }
    }

    private List<Event> owed(Replica replica, PeerEngine engine) {
        var owed = new ArrayList<Event>(duties.births());
        for (Ack ack : duties.acks()) {
            Run run = replica.jobs().live().get(ack.post().job());
            if (run != null && engine.mayBegin(ack.peer(), run.job())) {
                owed.add(ack);
            }
        }
        drained.values().forEach(posting -> owed.add(posting.drained()));
        owed.addAll(passedOn.values());
        return owed;
    }

    @Override
    public void close() {
        if (follower != null) {
            follower.close();
        }
    }

    /** Notes that the roster has changed. */
    private final class Reading implements Follower.Reader<Roster> {

        @Override
        public void read(Entry<Roster> entry, Change<Roster> change) {
            changed |= change.happened();
        }

        @Override
        public void restarted(Roster state, long position) {
            changed = true;
        }
    }
}
