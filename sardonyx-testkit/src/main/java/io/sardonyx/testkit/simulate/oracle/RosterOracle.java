package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.command.CompleteJob;
import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Evict;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterInvariants;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.testkit.simulate.store.SimulatedStore;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reference roster: folds the coordinator's log from its first event and checks every event as it is appended, and
 * every other roster of the simulation.
 *
 * <p>Each change must satisfy all {@link RosterInvariants}; in one append, permission to commit is withdrawn before
 * work is offered; a job is completed in the cluster's log only when the roster has said that it is finished; and no
 * process runs a task at which the roster never had that peer active.
 */
public final class RosterOracle implements SimulatedStore.Witness {

    /** How many of the latest rosters are kept for comparison. */
    private static final int REMEMBERED = 2_000;

    private final ReplicaOracle chronicle;
    private final Follower.Fold<Roster> fold;
    private final ReplicaFold commands = new ReplicaFold();
    private final Map<Long, Roster> rosters = new HashMap<>();
    /* Jobs that were finished, and tasks that a peer was active at, whatever the roster has forgotten since. */
    private final Set<JobId> finished = new HashSet<>();
    private final Set<Assignment> begun = new HashSet<>();
    private BiConsumer<JobId, TaskName> onComplete = (job, task) -> {};
    private BiConsumer<Entry<Roster>, Boolean> story = (entry, happened) -> {};
    private Roster state = Roster.EMPTY;
    private long position = -1;

    public RosterOracle(ReplicaOracle chronicle, Follower.Fold<Roster> fold) {
        this.chronicle = chronicle;
        this.fold = fold;
        rosters.put(position, state);
    }

    /** Sets the listener for tasks that become complete. */
    public void onComplete(BiConsumer<JobId, TaskName> listener) {
        onComplete = listener;
    }

    /** Sets the listener for events, with whether they changed anything. */
    public void onEvent(BiConsumer<Entry<Roster>, Boolean> listener) {
        story = listener;
    }

    public Roster state() {
        return state;
    }

    @Override
    public void appended(String log, long first, List<byte[]> entries, SimulatedSession by) {
        if (log.equals(LogScanner.LOG)) {
            for (int i = 0; i < entries.size(); i++) {
                checkCompletion(commands.decode(first + i, entries.get(i)));
            }
        } else if (log.equals(RosterFold.log(chronicle.state().cluster()))) {
            var appended = new ArrayList<Entry<Roster>>();
            for (int i = 0; i < entries.size(); i++) {
                appended.add(fold.decode(first + i, entries.get(i)));
            }
            checkOrder(appended);
            appended.forEach(this::take);
        }
    }

    private void checkCompletion(Entry<Replica> entry) {
        if (entry.step() instanceof CompleteJob complete && !finished.contains(complete.job())) {
            throw new AssertionError(complete.job() + " is completed, but in the roster it is not finished");
        }
    }

    private static void checkOrder(List<Entry<Roster>> appended) {
        boolean offered = false;
        for (Entry<Roster> entry : appended) {
            if (offered && entry.step() instanceof Evict) {
                throw new AssertionError("work was offered before " + entry.step());
            }
            offered |= entry.step() instanceof Offer;
        }
    }

    private void take(Entry<Roster> entry) {
        if (entry.position() != position + 1) {
            throw new AssertionError("event " + entry.position() + " follows event " + position);
        }
        Change<Roster> change = fold.apply(state, entry);
        story.accept(entry, change.happened());
        List<String> broken = change.happened() ? RosterInvariants.brokenBy(change) : List.of();
        if (!broken.isEmpty()) {
            throw new AssertionError("event " + entry.position() + ", " + entry.step() + ", breaks " + broken);
        }
        tellComplete(change);
        state = change.after();
        finished.addAll(state.finished().keys());
        if (change.happened() && entry.step() instanceof Ack ack) {
            noteBegun(ack);
        }
        position = entry.position();
        rosters.put(position, state);
        rosters.remove(position - REMEMBERED);
    }

    private void tellComplete(Change<Roster> change) {
        change.before()
                .jobs()
                .forEach((id, job) -> job.tasks().forEach((name, before) -> {
                    TaskProgress after = change.after().task(id, name);
                    boolean complete = after == null ? change.after().finished().has(id) : after.complete();
                    if (complete && !before.complete()) {
                        onComplete.accept(id, name);
                    }
                }));
    }

    /** Whether the reference roster has the peer at work at this task and in this slot. */
    public boolean isAtWork(PeerId id, JobId job, TaskName task, int slot) {
        RosterPeer peer = state.peers().get(id);
        TaskProgress progress = state.task(job, task);
        Integer own = progress == null ? null : progress.slots().get(id);
        return peer != null
                && (peer.state() == PeerState.ACTIVE || peer.state() == PeerState.SEALING)
                && own != null
                && own == slot;
    }

    private void noteBegun(Ack ack) {
        TaskProgress task = state.task(ack.post().job(), ack.post().task());
        Integer slot = task == null ? null : task.slots().get(ack.peer());
        if (slot != null) {
            begun.add(new Assignment(ack.peer(), ack.post().job(), ack.post().task(), slot));
        }
    }

    /** Checks that the peer of a task that runs somewhere was active at it, now or before. */
    public void checkBegun(String who, Assignment open) {
        if (!begun.contains(open)) {
            throw new AssertionError(who + " runs " + open + ", at which the roster never had that peer active: "
                    + state.peers().get(open.peer()));
        }
    }

    /** Checks that a roster that was folded up to a position equals the reference roster at that position. */
    public void judge(String who, long at, Roster roster) {
        @Nullable Roster whole = rosters.get(at);
        if (whole != null && whole != roster && !whole.equals(roster)) {
            throw new AssertionError("after event " + at + " " + who + " holds another roster than the whole history"
                    + " leads to: " + roster + " instead of " + whole);
        }
    }
}
