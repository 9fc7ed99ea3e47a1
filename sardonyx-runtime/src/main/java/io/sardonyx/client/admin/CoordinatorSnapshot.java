package io.sardonyx.client.admin;

import io.sardonyx.client.JobStatus;
import io.sardonyx.coordinate.RunningCoordinator;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator of a cluster at one moment: which ones run, and the roster that all of them follow.
 *
 * @param running those that are alive, the leader first
 * @param position of the last event, or -1
 * @param since the last event that changed a peer, unless it is trimmed
 */
public record CoordinatorSnapshot(
        List<RunningCoordinator> running, Roster roster, long position, Map<PeerId, Since> since) {

    /**
     * An event since which something is as it is.
     *
     * @param at when it was appended, by the clock of who did so
     */
    public record Since(long position, String fn, @Nullable Instant at) {}

    public Optional<RunningCoordinator> leader() {
        return running.stream().filter(RunningCoordinator::leads).findFirst();
    }

    public List<RunningCoordinator> standBys() {
        return running.stream().filter(one -> !one.leads()).toList();
    }

    /** The peers with an offer that they have not accepted yet. */
    public List<PeerId> offered() {
        return in(PeerState.ACKING);
    }

    /** The peers in a state. */
    public List<PeerId> in(PeerState state) {
        var found = new ArrayList<PeerId>();
        roster.peers().forEach((id, peer) -> {
            if (peer.state() == state) {
                found.add(id);
            }
        });
        return found;
    }

    /** The peers at a task by slot, whether they have accepted it or not. */
    public SortedMap<Integer, PeerId> slots(JobId job, TaskName task) {
        TaskProgress progress = roster.task(job, task);
        var slots = new TreeMap<Integer, PeerId>();
        if (progress != null) {
            progress.slots().forEach((peer, slot) -> slots.put(slot, peer));
        }
        return slots;
    }

    /** The number of peers at all tasks of a job. */
    public int peersOf(JobId job) {
        var progress = roster.jobs().get(job);
        return progress == null
                ? 0
                : progress.tasks().values().stream()
                        .mapToInt(task -> task.slots().size())
                        .sum();
    }

    /** The status of a job, which the replica calls waiting while peers are at its tasks. */
    public JobStatus corrected(JobStatus status) {
        int peers = status.state() == JobStatus.State.WAITING ? peersOf(status.job()) : 0;
        return peers == 0 ? status : new JobStatus(status.job(), JobStatus.State.RUNNING, peers, null);
    }

    public boolean isComplete(JobId job, TaskName task) {
        TaskProgress progress = roster.task(job, task);
        return progress == null ? roster.finished().has(job) : progress.complete();
    }

    /** Notes for each peer the last event that changed it. */
    static final class Tracker implements LogScanner.Reader<Roster> {

        private final LogScanner.Reader<Roster> next;
        private final Map<PeerId, Since> since = new TreeMap<>();

        Tracker(LogScanner.Reader<Roster> next) {
            this.next = next;
        }

        Map<PeerId, Since> since() {
            return since;
        }

        @Override
        public void begins(Roster origin, long position) {
            since.clear();
            next.begins(origin, position);
        }

        @Override
        public void read(Entry<Roster> entry, Change<Roster> change) {
            next.read(entry, change);
            if (change.before().peers() == change.after().peers()) {
                return;
            }
            var event = new Since(
                    entry.position(),
                    EventCodec.nameOf((Event) entry.step()),
                    entry.provenance().at());
            change.after().peers().forEach((id, peer) -> {
                if (!peer.equals(change.before().peers().get(id))) {
                    since.put(id, event);
                }
            });
            since.keySet().removeIf(id -> !change.after().peers().has(id));
        }
    }
}
